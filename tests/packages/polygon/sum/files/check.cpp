// Never compiled: the checker is known by its name.
