import { statusIconWord, statusWord } from '#data/statuses/status-words.ts'
import { useText } from '#i18n/useText.ts'
import type { BulkContent, BulkContentParams } from '#schemas/generated/entities/bulk-content.ts'
import { givenName, typeOf } from './drafts.ts'

/** What contents and their parts are called: those of the catalogue are worded, rooms have no name for all of them. */
export function usePartWords() {
  const { t, say } = useText()
  const statusName = (name: string): string => statusWord(name, say)
  return {
    statusName,
    iconName: (icon: string): string => statusIconWord(icon, say),
    nameOf(what: BulkContentParams): string {
      const name = givenName(what) ?? t(`bulk.types.${typeOf(what)}`)
      return what.name === 'update_scenario_status' ? statusName(name) : name
    },
    /** By itself it has the name under which it is kept. */
    contentName: ({ content_type, content_name }: BulkContent): string =>
      content_type === 'ts' ? statusName(content_name) : content_name,
  }
}
