"""The estimators that are surveyed, in the order of the page: what is installed of them is judged."""

from learncheck.oracle.grading.survey import Entry

ENTRIES = (
    Entry(
        "scikit-learn",
        "sklearn.linear_model",
        adapter="from_sklearn(sklearn.linear_model.Perceptron(fit_intercept=False))",
        claims=("perceptron-conforms",),
    ),
    Entry(
        "scikit-learn",
        "sklearn.linear_model",
        adapter="from_sklearn(sklearn.linear_model.Perceptron())",
        kind="convention",
        because=(
            "By default it learns an intercept. After the example 0.1, labelled −1, the Perceptron has w = −0.1, so "
            "that +1 is due at −0.1."
        ),
        line=(
            "from sklearn.linear_model import Perceptron; "
            "print(Perceptron().partial_fit([[.1]], [-1], classes=[-1, 1]).predict([[-.1]]))"
        ),
        claims=("perceptron-conforms",),
    ),
    Entry(
        "scikit-learn",
        "sklearn.linear_model",
        adapter='from_sklearn(sklearn.linear_model.SGDClassifier(loss="perceptron"))',
        kind="convention",
        because=(
            "By default it learns an intercept, takes shorter steps from round to round, and shrinks w in every round, "
            "also where it makes no mistake, so that updates do not count the same:"
        ),
        line=(
            'from sklearn.linear_model import SGDClassifier; p = SGDClassifier(loss="perceptron"); '
            "print([float(p.partial_fit([[1]], [1], classes=[-1, 1]).coef_[0, 0].round(3)) for _ in range(3)])"
        ),
        claims=("perceptron-conforms",),
    ),
    Entry(
        "scikit-learn",
        "sklearn.linear_model",
        adapter=(
            'from_sklearn(sklearn.linear_model.SGDClassifier(loss="perceptron", penalty=None, '
            'learning_rate="constant", eta0=1, fit_intercept=False))'
        ),
        claims=("perceptron-conforms",),
    ),
    Entry(
        "scikit-learn",
        "sklearn.linear_model",
        adapter=(
            "from_sklearn(sklearn.linear_model.Perceptron(fit_intercept=False, tol=None, "
            'max_iter=1000), "BatchPerceptron", two_labels=True)'
        ),
        kind="limit of steps",
        because="It ends after `max_iter` epochs, separated or not, and does not say so.",
        line=(
            "from sklearn.linear_model import Perceptron; X = [[1, 1], [1, .998]]; "
            "print(Perceptron(fit_intercept=False, tol=None, max_iter=1000).fit(X, [1, "
            "-1]).predict(X))"
        ),
        claims=("batch-perceptron-conforms",),
    ),
    Entry(
        "scikit-learn",
        "sklearn.linear_model",
        adapter=(
            'from_sklearn(sklearn.linear_model.Perceptron(fit_intercept=False), "BatchPerceptron", two_labels=True)'
        ),
        kind="limit of steps",
        because=("By default it ends where the loss has not become better by `tol` for five epochs, separated or not."),
        line=(
            "from sklearn.linear_model import Perceptron; X = [[1, 1], [1, .875]]; "
            "print(Perceptron(fit_intercept=False).fit(X, [1, -1]).predict(X))"
        ),
        claims=("batch-perceptron-conforms",),
    ),
    Entry(
        "scikit-learn",
        "sklearn.tree",
        adapter="from_sklearn(sklearn.tree.DecisionTreeClassifier(max_depth=1, random_state=0))",
        kind="convention",
        because=(
            "It minimises the Gini impurity, as documented, and not the error: here the weight 3 is "
            "wrong, and a split at 0.5 has 2."
        ),
        line=(
            "from sklearn.tree import DecisionTreeClassifier; X, y, w = [[0], [1], [1], [2]], "
            "np.array([-1, 1, -1, 1]), np.array([1, 3, 2, 4]); "
            "print(w[DecisionTreeClassifier(max_depth=1).fit(X, y, sample_weight=w).predict(X) != "
            "y].sum())"
        ),
    ),
    Entry(
        "scikit-learn",
        "sklearn.ensemble",
        adapter="from_sklearn(sklearn.ensemble.AdaBoostClassifier(), two_labels=True)",
        because=(
            "Without `two_labels` it falls: a weak learner counts as worse than random where its error is at least "
            "1 − 1/(number of classes), which is 0 on a sample of one label. Its weights are twice the notes', a "
            "scaling that changes no vote."
        ),
    ),
    Entry(
        "scikit-learn",
        "sklearn.ensemble",
        adapter=(
            'adapt(sklearn.ensemble.AdaBoostClassifier, "AdaBoostStumps", n_rounds="n_estimators", '
            "both_labels=True, random_state=0)"
        ),
        kind="convention",
        because=(
            "Its stumps are trees of least Gini impurity, as documented, and not of least error: here one round errs "
            "on three examples, and a stump at 0.5 on two. They hold features in single precision, in which 2²⁴ and "
            "2²⁴ + 1 are equal: with one of each label the booster raises an error, as no tree is better than chance."
        ),
        line=(
            "from sklearn.ensemble import AdaBoostClassifier; X, y = [[0]] + [[1]] * 5 + [[2]] * 4, "
            "np.array([-1] + [1] * 3 + [-1] * 2 + [1] * 4); "
            "print((AdaBoostClassifier(n_estimators=1).fit(X, y).predict(X) != y).sum())"
        ),
    ),
    Entry(
        "scikit-learn",
        "sklearn.linear_model",
        adapter="from_sklearn(sklearn.linear_model.LinearRegression(fit_intercept=False))",
        because=(
            "Singular values below a millionth of the greatest (`tol`) count as 0, as documented, so that two nearly "
            "equal instances with different targets are given one answer; `tol=1e-12` mends that."
        ),
        line=(
            "from sklearn.linear_model import LinearRegression; X, y = [[1, 1], [1, 1 + 2**-20]], [0, 1]; "
            "print([float(LinearRegression(fit_intercept=False, tol=tol).fit(X, y).predict(X)[1].round(3)) "
            "for tol in (1e-6, 1e-12)])"
        ),
    ),
    Entry(
        "scikit-learn",
        "sklearn.linear_model",
        adapter='adapt(sklearn.linear_model.LinearRegression, "LeastSquares", intercept=True)',
    ),
    Entry(
        "scikit-learn",
        "sklearn.linear_model",
        adapter=(
            'from_sklearn(sklearn.linear_model.LogisticRegression(C=float("inf"), '
            "fit_intercept=False), two_labels=True)"
        ),
        kind="limit of steps",
        because=(
            "The default tolerance bounds the gradient, which is small where the instances are small, minimum or not; "
            "`tol=1e-8` mends that. The least loss of the sample in this line has w = 69.3."
        ),
        line=(
            "from sklearn.linear_model import LogisticRegression; print([float(LogisticRegression(C=np.inf, tol=tol, "
            "fit_intercept=False).fit([[.01]] * 3, [1, 1, -1]).coef_[0, 0].round(1)) for tol in (1e-4, 1e-8)])"
        ),
    ),
    Entry(
        "river",
        "river.linear_model",
        adapter="from_river(river.linear_model.Perceptron())",
        kind="convention",
        because=(
            "It learns an intercept, and no argument switches that off. After the example 0.1, "
            "labelled False, the Perceptron has w = −0.1, so that True is due at −0.1."
        ),
        line=(
            "from river.linear_model import Perceptron; p = Perceptron(); p.learn_one({0: 0.1}, "
            "False); print(p.predict_one({0: -0.1}))"
        ),
        claims=("perceptron-conforms",),
    ),
    Entry(
        "river",
        "river.linear_model river.optim",
        adapter=(
            "from_river(river.linear_model.LogisticRegression(optimizer=river.optim.SGD(1), "
            "loss=river.optim.losses.Hinge(threshold=0.0), intercept_lr=0))"
        ),
        claims=("perceptron-conforms",),
    ),
    Entry(
        "mlxtend",
        "mlxtend.classifier",
        adapter=(
            'adapt(mlxtend.classifier.Perceptron, "BatchPerceptron", labels=(0, 1), intercept=True, '
            "both_labels=True, random_seed=1)"
        ),
        kind="limit of steps",
        because=(
            "It begins at small random weights and not at 0, so that it can end elsewhere; and it makes `epochs` "
            "passes, 50 by default, whether or not they separate the sample."
        ),
        line=(
            "from mlxtend.classifier import Perceptron; X = np.array([[1, 1], [1, .9375]]); "
            "print(Perceptron(random_seed=1).fit(X, np.array([1, 0])).predict(X))"
        ),
    ),
    Entry(
        "mlxtend",
        "mlxtend.classifier",
        adapter=(
            'adapt(mlxtend.classifier.LogisticRegression, "LogisticRegression", labels=(0, 1), '
            "intercept=True, both_labels=True, random_seed=1)"
        ),
        kind="limit of steps",
        because=(
            "Gradient descent of `epochs` steps, 50 by default, of length `eta`: too few for short instances. Of the "
            "four examples at 0.25 three are labelled 1."
        ),
        line=(
            "from mlxtend.classifier import LogisticRegression; X = np.array([[.25]] * 4 + [[.5]] * 4); "
            "y = np.array([1, 1, 1, 0, 0, 0, 0, 1]); "
            "print(LogisticRegression(random_seed=1).fit(X, y).predict(np.array([[.25], [.5]])))"
        ),
    ),
    Entry(
        "mlxtend",
        "mlxtend.regressor",
        adapter='adapt(mlxtend.regressor.LinearRegression, "LeastSquares", intercept=True)',
        kind="bug",
        because=(
            'The default method inverts XᵀX, also where it has no inverse; `method="svd"` of the '
            "same class solves these samples."
        ),
        line=(
            "from mlxtend.regressor import LinearRegression; LinearRegression().fit(np.array([[1., "
            "1.], [2., 2.], [3., 3.]]), np.array([1., 2., 3.]))"
        ),
    ),
    Entry(
        "mlxtend",
        "mlxtend.regressor",
        adapter='adapt(mlxtend.regressor.LinearRegression, "LeastSquares", intercept=True, method="qr")',
        kind="bug",
        because="It inverts R, which is no square matrix where there are fewer examples than weights.",
        line=(
            "from mlxtend.regressor import LinearRegression; "
            "LinearRegression(method='qr').fit(np.array([[1., 2.], [3., 4.]]), np.array([1., 2.]))"
        ),
    ),
    Entry(
        "mlxtend",
        "mlxtend.regressor",
        adapter=('adapt(mlxtend.regressor.LinearRegression, "LeastSquares", intercept=True, method="svd")'),
    ),
    Entry(
        "FukuML",
        "FukuML.PLA",
        adapter='adapt(fuku("PLA"), "BatchPerceptron", intercept=True)',
        kind="bug",
        because=("After 2m updates it gives up and says that the sample is not linearly separable, which this one is."),
        line=(
            "from FukuML.PLA import BinaryClassifier; p = BinaryClassifier(); p.train_X, p.train_Y, "
            "p.status = np.array([[1, 1, 1], [1, 1, .875]]), np.array([1., -1.]), "
            "'load_train_data'; p.init_W(); p.train()"
        ),
    ),
    Entry(
        "FukuML",
        "FukuML.PocketPLA",
        adapter=(
            'adapt(fuku("PocketPLA"), "Pocket", intercept=True, parameters={"max_updates": "updates", "seed": ""})'
        ),
    ),
    Entry(
        "FukuML",
        "FukuML.DecisionStump",
        adapter='adapt(fuku("DecisionStump"), "DecisionStump")',
        kind="bug",
        because=(
            "Between equal values it puts the threshold on the value itself. Its training counts "
            "these examples as −1, and its answer there is sign(0) = 0."
        ),
        line=(
            "from FukuML.DecisionStump import BinaryClassifier; s = BinaryClassifier(); s.train_X, "
            "s.train_Y, s.status = np.array([[1, 0], [1, 0], [1, .25]]), np.array([-1., 1, 1]), "
            "'load_train_data'; s.set_param(np.array([.5, .25, .25])); s.init_W(); s.train(); "
            "print([float(s.score_function(x, s.W)) for x in s.train_X])"
        ),
    ),
    Entry(
        "FukuML",
        "FukuML.LinearRegression",
        adapter='adapt(fuku("LinearRegression"), "LeastSquares", intercept=True)',
    ),
    Entry(
        "FukuML",
        "FukuML.LogisticRegression",
        adapter='adapt(fuku("LogisticRegression"), "LogisticRegression", intercept=True, threshold=0.5)',
        kind="limit of steps",
        because=(
            "Gradient descent of a fixed number of steps of a fixed length, too few for long instances. Of the four "
            "examples at 16 three are labelled +1, which it gives a probability below one half."
        ),
        line=(
            "from FukuML.LogisticRegression import BinaryClassifier; p = BinaryClassifier(); "
            "p.train_X, p.train_Y, p.status = np.array([[1, 16]] * 4 + [[1, 32]] * 4), "
            "np.array([1., 1, 1, -1, -1, -1, -1, 1]), 'load_train_data'; p.init_W(); p.train(); "
            "print(float(p.theta(np.inner(p.train_X[0], p.W))) > 0.5)"
        ),
    ),
    Entry(
        "imodels",
        "imodels",
        adapter=('adapt(from_sklearn(imodels.BoostedRulesClassifier(), "AdaBoost"), "AdaBoost", both_labels=True)'),
        kind="convention",
        because=(
            "It hands its base learner the labels 0 and 1, so that ours, which answers −1 and +1, "
            "is taken for worse than random."
        ),
    ),
    Entry(
        "batch-perceptron",
        "batch_perceptron",
        adapter=(
            'adapt(batch_perceptron.Perceptron, "BatchPerceptron", labels=(0, 1), intercept=True, '
            "ties=-1, epoch=100000)"
        ),
        kind="convention",
        because=(
            "It corrects all mistakes of a pass at once, which is another algorithm. Besides, `fit` "
            "writes into the caller's labels:"
        ),
        line=(
            "from batch_perceptron import Perceptron; y = np.array([0, 1]); "
            "Perceptron().fit(np.array([[0.], [1.]]), y); print(y)"
        ),
    ),
    Entry(
        "cmnemoi-learn",
        "cmnemoi_learn.classification",
        adapter=(
            'adapt(cmnemoi_learn.classification.LogisticRegression, "LogisticRegression", '
            "labels=(0, 1), intercept=True, random_state=0)"
        ),
        kind="limit of steps",
        because=(
            "Gradient descent of a fixed number of steps of a fixed length, too few for long instances. Of the four "
            "examples at 32 three are labelled 0."
        ),
        line=(
            "from cmnemoi_learn.classification import LogisticRegression; X = np.array([[16.]] * 4 + [[32.]] * 4); "
            "m = LogisticRegression(random_state=0); m.fit(X, np.array([1, 1, 1, 0, 0, 0, 0, 1])); "
            "print(m.predict(np.array([[16.], [32.]])))"
        ),
    ),
    Entry(
        "cmnemoi-learn",
        "cmnemoi_learn.regression",
        adapter='adapt(cmnemoi_learn.regression.LinearRegression, "LeastSquares", intercept=True)',
    ),
    Entry(
        "eclipsera",
        "eclipsera.ml.linear",
        adapter='adapt(eclipsera.ml.linear.LinearRegression, "LeastSquares", fit_intercept=False)',
    ),
    Entry(
        "eclipsera",
        "eclipsera.ml.linear",
        adapter=(
            'adapt(eclipsera.ml.linear.LogisticRegression, "LogisticRegression", labels=(0, 1), '
            'both_labels=True, penalty="none", fit_intercept=False)'
        ),
    ),
    Entry(
        "jiacheng-wu-ml-from-scratch-486",
        "jiacheng_wu_ml_from_scratch_486.linear_regression",
        adapter=(
            'adapt(jiacheng_wu_ml_from_scratch_486.linear_regression.LinearRegression, "LeastSquares", intercept=True)'
        ),
    ),
    Entry(
        "jiacheng-wu-ml-from-scratch-486",
        "jiacheng_wu_ml_from_scratch_486.logistic_regression",
        adapter=(
            "adapt(jiacheng_wu_ml_from_scratch_486.logistic_regression.LogisticRegression, "
            '"LogisticRegression", labels=(0, 1), intercept=True)'
        ),
        kind="limit of steps",
        because=(
            "Gradient descent of `n_iterations` steps, 1000 by default, of length `learning_rate`: on long instances "
            "they go to and fro over the minimum and end anywhere. Three of the four examples at 64 have the label 1."
        ),
        line=(
            "from jiacheng_wu_ml_from_scratch_486.logistic_regression import LogisticRegression; "
            "X = np.array([[64.]] * 4 + [[128.]] * 4); y = np.array([1, 1, 1, 0, 0, 0, 0, 1]); "
            "print(LogisticRegression().fit(X, y).predict(np.array([[64.], [128.]])))"
        ),
    ),
    Entry(
        "mastermlx",
        "mastermlx.linear_models",
        adapter=(
            'adapt(mastermlx.linear_models.Perceptron, "BatchPerceptron", labels=(0, 1), '
            "intercept=True, both_labels=True, random_state=0)"
        ),
        kind="limit of steps",
        because=(
            "It begins at small random weights and not at 0, so that it can end elsewhere; and it "
            "makes `max_iter` passes, 1000 by default, whether or not they separate the sample."
        ),
        line=(
            "from mastermlx.linear_models import Perceptron; X = [[1, 1], [1, .998]]; "
            "print(Perceptron(random_state=0).fit(X, [1, -1]).predict(X))"
        ),
    ),
    Entry(
        "mastermlx",
        "mastermlx.linear_models",
        adapter='adapt(mastermlx.linear_models.LinearRegression, "LeastSquares", fit_intercept=False)',
    ),
    Entry(
        "mastermlx",
        "mastermlx.linear_models",
        adapter=(
            'adapt(mastermlx.linear_models.LogisticRegression, "LogisticRegression", '
            "both_labels=True, fit_intercept=False, random_state=0)"
        ),
        kind="limit of steps",
        because=(
            "Gradient descent with a fixed step, 0.1 by default, which is too long for long "
            "instances: of three examples at (0, 16) two are labelled 0."
        ),
        line=(
            "from mastermlx.linear_models import LogisticRegression; X = [[1, 0]] * 3 + [[0, 16]] * "
            "3; print(LogisticRegression(fit_intercept=False).fit(X, [1, 1, 0, 0, 0, "
            "1]).predict([[0, 16]]))"
        ),
    ),
    Entry(
        "muskmelon",
        "muskmelon.linear_model",
        adapter='adapt(muskmelon.linear_model.LinearRegression, "LeastSquares", intercept=True)',
        kind="limit of steps",
        because=("Gradient descent with a fixed step, which goes off to infinity where instances are long."),
        line=(
            "from muskmelon.linear_model import LinearRegression; m = LinearRegression(); "
            "m.fit(np.array([[64.], [32.]]), np.array([1., 0.])); "
            "print(m.predict(np.array([[1.]])))"
        ),
    ),
)
