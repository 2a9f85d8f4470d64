import { useProperties } from '#engine/property/state/useProperty.ts'
import { isOfDevice } from '#gateway/lib/scenes/texts.ts'
import { foundIn } from '#gateway/rules/texts/found.ts'
import { slotOfText } from '#gateway/rules/texts/words.ts'
import type { RuleNotification, TextValue } from '#schemas/generated/entities/rule.ts'
import styles from '../forms/forms.module.css'
import { useKnownStatuses } from '../forms/use-statuses.ts'
import { slotWords, useSpeech } from '../sentences.ts'

interface Props {
  notification: Pick<RuleNotification, 'short_desc' | 'desc' | 'values'>
}

/** How the texts would read if they were sent now; drawn where they name values. */
export function ReadsNow({ notification }: Props) {
  const speech = useSpeech()
  const { short_desc, desc, values = [] } = notification
  const devices = values.filter(isOfDevice)
  const states = useProperties(
    devices.map(({ device_id, service_name, property_name }) => ({
      device: device_id,
      service: service_name,
      property: property_name,
    })),
  )
  const statuses = useKnownStatuses()
  const now = (value: TextValue): unknown =>
    value.kind === 'status'
      ? statuses.find(({ resource_id }) => resource_id === value.resource_id)?.state
      : states[devices.indexOf(value)]?.value
  const found = foundIn(notification, now)
  const said = (text: string): string => slotWords(slotOfText(text, values, speech.naming, found), speech)
  return (
    <figure className={styles.reads}>
      <figcaption>{speech.text.t('sceneForms.texts.now')}</figcaption>
      {short_desc && <strong>{said(short_desc)}</strong>}
      {desc && <p>{said(desc)}</p>}
    </figure>
  )
}
