-- Run once, on the primary, before the first server starts.
create role triptych login password '@DATABASE_PASSWORD@';
-- PgBouncer does not pass on the time limits that a server asks for, so they are set here.
alter role triptych set statement_timeout = '30s';
alter role triptych set idle_in_transaction_session_timeout = '30s';
create database triptych owner triptych;
