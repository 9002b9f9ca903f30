/** The Federation's states by their two letters, and EX for establishments abroad. */
export const states: readonly string[] =
  'AC AL AM AP BA CE DF ES EX GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' ');
