-- Who registers an account as an institution's is given every wire from it. No endpoint does, so the service cannot.
revoke insert on banking.sender from specie_app;
