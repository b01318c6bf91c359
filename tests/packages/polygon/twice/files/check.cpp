// Never compiled.
