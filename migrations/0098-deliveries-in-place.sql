-- A claimed delivery keeps its place in every index: its lease has a column that no index has.
ALTER TABLE webhook_deliveries ADD COLUMN leased_until timestamptz;
-- Room on the page for the delivery as it is while it is tried.
ALTER TABLE webhook_deliveries SET (fillfactor = 50);
-- Ids begin with the time they were made at, so old deliveries are found by them.
DROP INDEX webhook_deliveries_age;
