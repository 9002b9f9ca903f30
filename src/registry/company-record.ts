/** A code of the registry and what it means; without a description when the month's list does not have it. */
export type CodedValue = { readonly code: string; readonly description?: string };

/** A day as `YYYY-MM-DD`; undefined when the file has none or one that cannot be. */
export type RegistryDate = {
  readonly date: string | undefined;
  /** The text of the file when it is no day: `00000000` and empty texts aside. */
  readonly raw?: string;
};

export type CompanyPhone = { readonly areaCode: string; readonly number: string };

export type CompanyPartner = {
  readonly kind: 'company' | 'person' | 'foreign' | 'unknown';
  readonly name: string;
  /** A CNPJ of fourteen characters, a masked CPF (`***123456**`), or undefined. */
  readonly document?: string;
  readonly qualification: CodedValue;
  readonly since: RegistryDate;
  readonly country?: CodedValue;
  readonly representative?: {
    readonly document?: string;
    readonly name?: string;
    readonly qualification?: CodedValue;
  };
  /** In words, such as `41-50`. */
  readonly ageBand?: string;
};

/** The registry's facts about an establishment and its company. */
export type CompanyRecord = {
  readonly generation: number;
  /** `YYYY-MM`. */
  readonly dataMonth: string;
  readonly cnpj: string;
  /** By the registry's own flag, which the order 0001 does not replace. */
  readonly isHeadOffice: boolean | undefined;
  readonly officialName: string | undefined;
  readonly tradeName: string | undefined;
  readonly nature: CodedValue | undefined;
  readonly size: CodedValue | undefined;
  /** Reais as a decimal with two places, exact: `1061004829.23`. */
  readonly capital: string | undefined;
  readonly responsibleQualification: CodedValue | undefined;
  readonly responsibleEntity: string | undefined;
  readonly status: CodedValue;
  readonly statusDate: RegistryDate;
  readonly statusReason: CodedValue | undefined;
  readonly specialStatus: string | undefined;
  readonly specialStatusDate: RegistryDate;
  readonly openingDate: RegistryDate;
  readonly mainActivity: CodedValue | undefined;
  readonly secondaryActivities: readonly CodedValue[];
  readonly address: {
    readonly streetType: string | undefined;
    readonly street: string | undefined;
    readonly number: string | undefined;
    readonly complement: string | undefined;
    readonly district: string | undefined;
    /** Eight digits. */
    readonly postalCode: string | undefined;
    /** Two letters; `EX` for abroad. */
    readonly state: string | undefined;
    /** The code is Receita Federal's (SIAFI). */
    readonly city: CodedValue | undefined;
    /** Seven digits, when the import had the table of the Tesouro. */
    readonly ibgeCityCode: string | undefined;
    readonly foreignCity: string | undefined;
    readonly country: CodedValue | undefined;
  };
  readonly phones: readonly CompanyPhone[];
  readonly fax: CompanyPhone | undefined;
  readonly email: string | undefined;
  /** False when the month was imported without the file of Simples: then nothing is known of anybody's options. */
  readonly hasSimples: boolean;
  readonly simples:
    | {
        /** Undefined when the file has neither S nor N. */
        readonly isSimples: boolean | undefined;
        readonly simplesSince: RegistryDate;
        readonly simplesUntil: RegistryDate;
        readonly isMei: boolean | undefined;
        readonly meiSince: RegistryDate;
        readonly meiUntil: RegistryDate;
      }
    | undefined;
  /** Rows that say the same once. In the order of the file, but for a few on the embedded database. */
  readonly partners: readonly CompanyPartner[];
};
