import type { CatalogueRules } from '#gateway/lib/models/catalogue-rules.ts'

/** catalogue/rules/<name>.json and the schema of each. */
export const RULE_FILES = {
  exposes: { path: 'rules/exposes.json', schema: 'rules-exposes' },
  units: { path: 'rules/units.json', schema: 'rules-units' },
  values: { path: 'rules/values.json', schema: 'rules-values' },
  layout: { path: 'rules/layout.json', schema: 'rules-layout' },
  propertyTypes: { path: 'rules/property-types.json', schema: 'rules-property-types' },
} as const satisfies Record<keyof CatalogueRules, { path: string; schema: string }>

/** What holds while the files are missing or have never been good: every property is shown as a reading. */
export const NO_RULES: CatalogueRules = {
  exposes: {
    exposes: {},
    compounds: {},
    prefixes: [],
    others: {
      config: 'ConfigurationService',
      diagnostic: 'DiagnosticsService',
      writable: 'ConfigurationService',
      readable: 'SensorService',
    },
  },
  units: { units: {} },
  values: { pairs: [] },
  layout: {
    types: [],
    switches: [],
    header: [],
    control: [],
    footer: [],
    lit: [],
    battery: [],
    panels: [],
    quiet: [],
    neverActionable: [],
    stepHistory: [],
  },
  propertyTypes: { types: { serviceWithUnit: { placeable: true, size: [1, 1], tile: 'reading' } } },
}
