-- Pairs of registered people by the kind of device that they last authenticated with. Counts; no person is named.
ALTER TABLE face_measurements ADD COLUMN by_device jsonb NOT NULL DEFAULT '[]';
