-- Processes that hold a part of the registered faces are shown, too.
ALTER TABLE service_processes DROP CONSTRAINT service_processes_role_check;
ALTER TABLE service_processes ADD CONSTRAINT service_processes_role_check
  CHECK (role IN ('all', 'web', 'jobs', 'duplicates'));
