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

/**
 * What that is made of is in the index too: PostgreSQL reads an index by itself only where each column that is named is
 * in it, and went to the row of each gateway that it walked past (decision 0269).
 */
const MADE_OF = `replacement_in_progress, firmware_upgrade_in_progress, backup_restore_in_progress,
  subscription_lock_mode, lock_status, privileged`

export const stateIndex: Migration = {
  version: 78,
  name: 'state-index',
  statements: [
    'drop index gateways_by_state',
    // Backwards: that is how the list begins.
    `create index gateways_by_state on gateways (${SHOWN} desc, serial_number,
      model, type, user_id, connection_status, search, owner_search, ${MADE_OF})`,
  ],
}
