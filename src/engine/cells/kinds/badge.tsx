import { READER } from '#i18n/local-words.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { Gateway } from '#schemas/generated/entities/gateway.ts'
import { Breakable } from '#ui/Breakable.tsx'
import { Lamp, Tag } from '#ui/Tag.tsx'
import { useNow } from '../../property/state/useNow.ts'
import { type CellProps, defineCell, textOf, timeOf } from '../cell.ts'
import styles from '../cells.module.css'
import { GATEWAY_LOOKS, gatewayState, gatewayWords } from '../gateway-state.ts'

/** A gateway's condition: the first that holds, in the order in which they are told everywhere. */
function GatewayBadge({ gateway }: { gateway: Partial<Gateway> }) {
  const { say, t } = useText()
  const words = useWords()
  const now = useNow()
  const state = gatewayState(gateway)
  const since = timeOf(gateway.connectionStatusSince)
  if (state === 'online') return <Lamp tone="ok">{say('status.gateway.online')}</Lamp>
  const { tone, icon } = GATEWAY_LOOKS[state]
  const offlineSince = (from: number): string =>
    t('device.state.offlineSince', { since: words.moment(from, now, READER) })
  return (
    <Tag tone={tone} icon={icon}>
      {gatewayWords(say, gateway, state, since === undefined ? undefined : offlineSince(since))}
    </Tag>
  )
}

/** One of a few words: `status.<field>.<value>`, else `status.<field>.other`. */
function Word({ field, value, tone, as, note }: CellProps) {
  const { say } = useText()
  const text = textOf(value)
  const usual = say(`status.${field}.${text}`, say(`status.${field}.other`, text, { words: text }))
  const words =
    as === undefined ? usual : say(`status.${as}.${text}`, say(`status.${as}.other`, usual, { words: usual }))
  if (note !== undefined)
    return (
      <span className={styles.said}>
        {words}
        <small className={styles.note}>
          <Breakable text={textOf(note)} />
        </small>
      </span>
    )
  if (tone === undefined) return words === '' ? null : <span className={styles.said}>{words}</span>
  return tone === 'ok' ? <Lamp tone="ok">{words}</Lamp> : <Tag tone={tone}>{words}</Tag>
}

function BadgeCell(props: CellProps) {
  return props.field.endsWith('connectionStatus') ? (
    <GatewayBadge gateway={props.row as Partial<Gateway>} />
  ) : (
    <Word {...props} />
  )
}

export default defineCell({
  kind: 'badge',
  card: 'tag',
  Component: BadgeCell,
  written: (value, row, { field, say }) => {
    if (field.endsWith('connectionStatus')) return gatewayWords(say, row, gatewayState(row))
    const text = textOf(value)
    return text === '' ? '' : say(`status.${field}.${text}`, say(`status.${field}.other`, text))
  },
})
