export const roles = ['administrator', 'supervisor', 'analyst', 'auditor', 'developer'] as const;
