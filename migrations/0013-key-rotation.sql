-- When nothing sealed with a master key was left: from then on a process need not have the key.
ALTER TABLE master_key_checks ADD COLUMN retired_at timestamptz;
