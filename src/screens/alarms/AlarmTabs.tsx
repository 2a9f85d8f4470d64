import { useEffect, useEffectEvent } from 'react'
import { useEngine, usePorts } from '#engine/engine.ts'
import { hrefOf } from '#engine/href.ts'
import { useOpened } from '#engine/property/state/use-reconnected.ts'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { TabLinks } from '#ui/menu/TabLinks.tsx'

const COUNTS = 'listAlarmNotificationGroups'
const PAGES = ['notifications_all', 'alarms'] as const

/** What alarms told, and the alarms themselves, each with how many there are (mock 18-notifications). */
export function AlarmTabs({ at }: { at: (typeof PAGES)[number] }) {
  const { t } = useText()
  const words = useWords()
  const { source } = usePorts()
  const { definitions, situation, onEvent } = useEngine()
  const client = useQueryClient()
  const serialNumber = situation.gateway?.serialNumber
  const ofGateway = serialNumber === undefined ? {} : { serialNumber }
  const groups = useQuery({
    queryKey: rowsKey(COUNTS, ofGateway),
    queryFn: ({ signal }) => source.load(COUNTS, ofGateway, signal),
  })
  const alarms = useQuery({
    queryKey: rowsKey('listAlarms', { limit: 1 }),
    queryFn: ({ signal }) => source.load('listAlarms', { limit: 1 }, signal),
  })
  // The inbox hears of them itself.
  const again = (): void => {
    if (at === 'alarms') void client.invalidateQueries({ queryKey: rowsKey(COUNTS) })
  }
  const hear = useEffectEvent((event: string) => {
    if (/^(user_)?alarm_notification_/.test(event)) again()
  })
  useEffect(() => onEvent?.(hear), [onEvent])
  useOpened(again)
  const open = groups.data?.reduce((sum, { notReacted }) => sum + notReacted, 0)
  const notes = {
    notifications_all: open && t('alarms.openCount', { count: open }),
    alarms: alarms.data && words.number(alarms.data.count),
  }
  const labels = { notifications_all: t('alarms.tabs.inbox'), alarms: t('alarms.definitions') }
  const tabs = PAGES.flatMap((id) => {
    const screen = definitions.screen(id)
    return screen
      ? [{ href: hrefOf(screen), label: labels[id], note: notes[id] || undefined, current: id === at }]
      : []
  })
  return tabs.length > 1 ? <TabLinks label={t('alarms.inbox')} tabs={tabs} /> : null
}
