import type { Migration } from './migration.ts'

/** So that a report over 100,000 gateways reads no row whole. */
export const statisticsIndexes: Migration = {
  version: 34,
  name: 'statistics-indexes',
  statements: [
    'create index gateway_classes_class on gateway_classes (class, devices)',
    'create index gateway_counts_scenes on gateway_counts (scenes)',
    'create index gateways_versions on gateways (model, current_fw_version)',
  ],
}
