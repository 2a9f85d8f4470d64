import statuses from '#catalogue/statuses.json'
import { useText } from '#i18n/useText.ts'
import type { BulkContentParams } from '#schemas/generated/entities/bulk-content.ts'
import { givenName, typeOf } from './drafts.ts'

const known: ReadonlySet<string> = new Set(statuses.names.map(({ name }) => name))

/** What contents and their parts are called: those of the catalogue are worded, rooms have no name for all of them. */
export function usePartWords() {
  const { t, say } = useText()
  const statusName = (name: string): string => (known.has(name) ? say(`statuses.names.${name}`, name) : name)
  return {
    statusName,
    /** The icon of a status has a name in words. */
    iconName(icon: string): string {
      const name = statuses.icons.find(({ id }) => String(id) === icon)?.name
      return name === undefined ? icon : say(`statuses.names.${name}`, name)
    },
    nameOf(what: BulkContentParams): string {
      const name = givenName(what) ?? t(`bulk.types.${typeOf(what)}`)
      return what.name === 'update_scenario_status' ? statusName(name) : name
    },
  }
}
