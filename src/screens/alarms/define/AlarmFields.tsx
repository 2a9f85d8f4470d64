import { useText } from '#i18n/useText.ts'
import { TextAreaField, TextField } from '#ui/fields/text-fields.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { PRIORITIES } from '../priorities.ts'
import styles from './define.module.css'
import type { AlarmDraft } from './use-alarm-draft.ts'
import { WayFields } from './ways.tsx'

/** What an alarm is called, how urgent it is, and by which ways it may be told. */
export function AlarmFields({
  alarm: { draft, nameless, change },
  tried,
}: {
  alarm: Pick<AlarmDraft, 'draft' | 'nameless' | 'change'>
  tried: boolean
}) {
  const { t } = useText()
  return (
    <>
      <TextField
        label={t('alarms.name')}
        value={draft.name}
        maxLength={128}
        onChange={(name) => change({ name })}
        {...(tried && nameless && { error: t('alarms.nameMissing') })}
      />
      <TextAreaField
        label={t('alarms.about')}
        value={draft.desc}
        rows={2}
        maxLength={2000}
        onChange={(desc) => change({ desc })}
        optional
      />
      <fieldset className={styles.fields}>
        <legend>{t('alarms.byPriority')}</legend>
        <Segments
          label={t('alarms.byPriority')}
          segments={PRIORITIES.toReversed().map((one) => ({
            id: String(one.code),
            label: t(`alarms.priority.${one.name}`),
          }))}
          value={String(draft.priority)}
          onChange={(id) => {
            const chosen = PRIORITIES.find(({ code }) => String(code) === id)
            if (chosen) change({ priority: chosen.code })
          }}
        />
      </fieldset>
      <WayFields legend={t('alarms.toldBy')} ways={draft.ways} onChange={(ways) => change({ ways })} />
    </>
  )
}
