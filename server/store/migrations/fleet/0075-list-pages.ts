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

/** All that a list of gateways is narrowed by, what its owner is found by included. */
const ASKED = { model: 'model', type: 'type', user_id: 'user_id', status: 'connection_status', shown: SHOWN }
const narrowed = (but?: keyof typeof ASKED): string =>
  [
    ...Object.entries(ASKED).flatMap(([name, column]) => (name === but ? [] : [column])),
    'search',
    'owner_search',
  ].join(', ')

/** Lists of 100,000 gateways, accounts and members of groups, without looking into a second table (decision 0254). */
export const listPages: Migration = {
  version: 75,
  name: 'list-pages',
  statements: [
    'alter table gateways add column owner_search {text}',
    'update gateways set owner_search = (select search from accounts where accounts.id = gateways.user_id)',
    ...['number', 'name', 'model', 'version', 'state'].map((order) => `drop index gateways_by_${order}`),
    `create index gateways_by_number on gateways (serial_number, ${narrowed()})`,
    `create index gateways_by_name on gateways (name_order, serial_number, ${narrowed()})`,
    `create index gateways_by_model on gateways (model, serial_number, ${narrowed('model')})`,
    `create index gateways_by_version on gateways (fw_order, serial_number, ${narrowed()})`,
    // Backwards: that is how the list begins.
    `create index gateways_by_state on gateways (${SHOWN} desc, serial_number, ${narrowed('shown')})`,
    'create index accounts_states on accounts (deletion_marked_at, disabled_at, activated_at, on_boarding_source)',
    'alter table group_users add column sort {text}',
    'update group_users set sort = (select identity from accounts where accounts.id = group_users.user_id)',
    'create index group_users_by_name on group_users (group_id, sort, user_id)',
    'alter table group_gateways add column sort {text}',
    `update group_gateways set sort =
      (select name_order from gateways where gateways.serial_number = group_gateways.serial_number)`,
    'create index group_gateways_by_name on group_gateways (group_id, sort, serial_number)',
    'create index gateway_counts_devices on gateway_counts (devices, serial_number)',
    'create index gateway_counts_at on gateway_counts (at, serial_number)',
    'drop index gateway_counts_scenes',
    'create index gateway_counts_scenes on gateway_counts (scenes, serial_number)',
  ],
}
