-- The database and the role that owns it, with no right beyond. The service makes its tables itself.
CREATE ROLE confere LOGIN PASSWORD 'LONG_RANDOM_TEXT' NOSUPERUSER NOCREATEDB NOCREATEROLE;
CREATE DATABASE confere OWNER confere ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE confere FROM PUBLIC;
