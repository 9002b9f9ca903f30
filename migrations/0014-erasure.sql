-- What is left of a person who was erased: the id, when, and the receipt's id. Nothing that says who it was.
ALTER TABLE people ALTER COLUMN key_id DROP NOT NULL;
ALTER TABLE people ALTER COLUMN wrapped_key DROP NOT NULL;
ALTER TABLE people ALTER COLUMN ciphertext DROP NOT NULL;
ALTER TABLE people ADD COLUMN erased_at timestamptz;
ALTER TABLE people ADD CONSTRAINT people_erased_whole CHECK (
  erased_at IS NULL OR (cpf_index IS NULL AND partner_index IS NULL AND wrapped_key IS NULL AND ciphertext IS NULL)
);

-- An attempt keeps its verdict and its time; photos and the personal part go.
ALTER TABLE attempts ALTER COLUMN registered_image_id DROP NOT NULL;
ALTER TABLE attempts ALTER COLUMN received_image_id DROP NOT NULL;
ALTER TABLE attempts ALTER COLUMN key_id DROP NOT NULL;
ALTER TABLE attempts ALTER COLUMN wrapped_key DROP NOT NULL;
ALTER TABLE attempts ALTER COLUMN ciphertext DROP NOT NULL;
ALTER TABLE attempts ADD COLUMN erased_at timestamptz;
-- Retention goes through attempts by their age.
CREATE INDEX attempts_created ON attempts (created_at);

-- On what a reference photo was registered (LGPD, articles 7 and 11).
ALTER TABLE faces ADD COLUMN legal_basis text;
