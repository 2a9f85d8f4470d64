import type { Migration } from '../migration.ts'

/** What a gateway is shown as, in the very words of `shownRank`. */
const SHOWN = `(case
  when coalesce(replacement_in_progress, false) then 0
  when coalesce(firmware_upgrade_in_progress, false) then 1
  when coalesce(backup_restore_in_progress, false) then 2
  when subscription_lock_mode > 0 then 3
  when lock_status >= 2147483648 and lock_status < 4294967295 then 4
  when coalesce(privileged, false) then 5
  when connection_status = 'offline' then 6
  else 7
end)`

/** All that a list of gateways is narrowed by: whoever looks for some reads an index, never rows. */
const ASKED = { model: 'model', type: 'type', user_id: 'user_id', status: 'connection_status', shown: SHOWN }
const narrowed = (but?: keyof typeof ASKED): string =>
  [...Object.entries(ASKED).flatMap(([name, column]) => (name === but ? [] : [column])), 'search'].join(', ')

/** Lists of 100,000 gateways, accounts and tasks by every filter, search and order (decision 0221). */
export const listIndexes: Migration = {
  version: 63,
  name: 'list-indexes',
  statements: [
    ...['name', 'model', 'version', 'state'].map((order) => `drop index gateways_by_${order}`),
    'drop index gateways_versions',
    `create index gateways_by_number on gateways (serial_number, ${narrowed()})`,
    `create index gateways_by_name on gateways (name_order, serial_number, ${narrowed()})`,
    `create index gateways_by_model on gateways (model, serial_number, ${narrowed('model')})`,
    `create index gateways_by_version on gateways (fw_order, serial_number, ${narrowed()})`,
    // Backwards: that is how the list begins.
    `create index gateways_by_state on gateways (${SHOWN} desc, serial_number, ${narrowed('shown')})`,
    'create index gateways_versions on gateways (model, current_fw_version, serial_number, connection_status)',
    'create index gateway_counts_whole on gateway_counts (serial_number, devices, scenes, at)',
    'drop index gateway_centres_centre',
    'create index gateway_centres_centre on gateway_centres (centre, serial_number)',
    `create index accounts_by_name on accounts
      (identity, id, role, activated_at, deletion_marked_at, disabled_at, on_boarding_source, search)`,
    'create index accounts_search on accounts (search, id)',
  ],
}
