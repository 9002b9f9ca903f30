-- A plain hash links a photo that somebody knows to a person, and nothing reads it: the cipher vouches for the bytes.
ALTER TABLE images DROP COLUMN sha256;
-- Dropping only hides a column. Written anew, the table's file holds no hash any more.
CLUSTER images USING images_pkey;
ALTER TABLE images SET WITHOUT CLUSTER;
