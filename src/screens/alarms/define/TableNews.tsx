import { useEffect, useEffectEvent } from 'react'
import { useEngine, usePorts } from '#engine/engine.ts'
import { useOpened } from '#engine/property/state/use-reconnected.ts'
import { useNow } from '#engine/property/state/useNow.ts'
import { useQuery, useQueryClient } from '#engine/rows.ts'
import { READER } from '#i18n/local-words.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { rowsKey } from '#lib/rows/key.ts'
import { Button } from '#ui/Button.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { Notice } from '#ui/Notice.tsx'
import { toasts } from '#ui/toasts/toasts.ts'

/** How many gateways do not know yet what the alarms are; sent once after each change (spec 3 §8, mock 19-alarms). */
export function TableNews() {
  const { t } = useText()
  const words = useWords()
  const now = useNow()
  const { onEvent } = useEngine()
  const { source } = usePorts()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: rowsKey('readAlarmTable', {}),
    queryFn: ({ signal }) => source.load('readAlarmTable', {}, signal),
  })
  const again = (): void => void client.invalidateQueries({ queryKey: rowsKey('readAlarmTable') })
  const hear = useEffectEvent((event: string) => {
    if (event.startsWith('admin_alarm_')) again()
  })
  useEffect(() => onEvent?.(hear), [onEvent])
  useOpened(again)
  const sending = useSubmit(async () => {
    const answer = await source.call('refreshAlarmTable', {})
    if (answer.ok) toasts.show({ text: t('alarms.tableSent', { ...answer.data }) })
    again()
  })
  if (!data || data.behind === 0) return null
  const { gateways, behind, changedAt, isAhead } = data
  return (
    <Notice
      tone="info"
      {...(isAhead && {
        action: (
          <form {...sending.attributes}>
            <Button type="submit" busy={sending.busy}>
              {t('alarms.sendTable')}
            </Button>
          </form>
        ),
      })}
    >
      {[
        t('alarms.table.behind', {
          count: gateways,
          behind: words.number(behind),
          all: words.number(gateways),
        }),
        changedAt && t('alarms.table.changed', { when: words.moment(Date.parse(changedAt), now, READER) }),
        !isAhead && t('alarms.table.later'),
      ]
        .filter(Boolean)
        .join(' ')}
    </Notice>
  )
}
