"""Claims that go beyond the notes: bounds that are sharper than printed, and sequences that force mistakes."""
