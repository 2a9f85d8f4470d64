import { useText } from '#i18n/useText.ts'
import type { KindAction } from '#schemas/generated/entities/bulk-content.ts'
import { Button } from '#ui/Button.tsx'
import { Select } from '#ui/fields/choice-fields.tsx'
import { NumberField, TextField } from '#ui/fields/text-fields.tsx'
import styles from './create.module.css'
import { actionOf, type Drafts, type Kind, kindOf, kinds } from './drafts.ts'

interface Props {
  draft: Drafts['scn']
  onChange(draft: Drafts['scn']): void
}

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const LONGEST = 128

/** A scene on kinds of devices: when, and what every light, shutter and thermostat of a home does then. */
export function SceneFields({ draft, onChange }: Props) {
  const { t, say } = useText()
  const { name, time, days, actions } = draft
  const unused = kinds.filter(
    ({ service, property }) =>
      !actions.some((one) => one.service_name === service && one.property_name === property),
  )
  const [next] = unused
  return (
    <>
      <TextField
        label={t('bulk.sceneName')}
        value={name}
        onChange={(value) => onChange({ ...draft, name: value })}
        maxLength={LONGEST}
        autoComplete="off"
      />
      <TextField
        label={t('bulk.time')}
        help={t('bulk.timeHelp')}
        type="time"
        value={time}
        onChange={(value) => onChange({ ...draft, time: value })}
      />
      {time !== '' && (
        <fieldset className={styles.days}>
          <legend>{t('bulk.days')}</legend>
          {DAYS.map((day, at) => (
            <label key={day}>
              <input
                type="checkbox"
                checked={days[at] ?? false}
                onChange={(event) => onChange({ ...draft, days: days.with(at, event.target.checked) })}
              />
              {t(`bulk.weekdays.${day}`)}
            </label>
          ))}
        </fieldset>
      )}
      <fieldset className={styles.actions}>
        <legend>{t('bulk.then')}</legend>
        {actions.map((action, at) => (
          <ActionLine
            key={`${action.service_name}.${action.property_name}`}
            action={action}
            kinds={[...kinds.filter((kind) => kind === kindOf(action)), ...unused]}
            onChange={(changed) => onChange({ ...draft, actions: actions.with(at, changed) })}
            onRemove={() => onChange({ ...draft, actions: actions.toSpliced(at, 1) })}
          />
        ))}
        {next && (
          <Button
            size="dense"
            look="quiet"
            icon="plus"
            onClick={() => onChange({ ...draft, actions: [...actions, actionOf(next)] })}
          >
            {t('bulk.addKind')}
          </Button>
        )}
        {actions.length === 0 && <p className={styles.quiet}>{say('bulk.noKinds')}</p>}
      </fieldset>
    </>
  )
}

interface LineProps {
  action: KindAction
  kinds: readonly Kind[]
  onChange(action: KindAction): void
  onRemove(): void
}

function ActionLine({ action, kinds: choices, onChange, onRemove }: LineProps) {
  const { t, say } = useText()
  const kind = kindOf(action)
  if (!kind) return null
  const { values } = kind
  return (
    <div className={styles.action}>
      <Select
        aria-label={t('bulk.kind')}
        value={kind.id}
        choices={choices.map(({ id }) => ({ value: id, label: say(`bulk.kinds.${id}.name`) }))}
        onChange={(id) => {
          const chosen = choices.find((one) => one.id === id)
          if (chosen) onChange(actionOf(chosen))
        }}
      />
      {values ? (
        <Select
          aria-label={t('bulk.value')}
          value={String(action.value)}
          choices={values.map((value) => ({
            value: String(value),
            label: say(`bulk.kinds.${kind.id}.${String(value)}`),
          }))}
          onChange={(value) => onChange({ ...action, value: value === 'true' })}
        />
      ) : (
        <NumberField
          label={`${t('bulk.value')} (${kind.unit ?? ''})`}
          value={Number(action.value)}
          {...(kind.min !== undefined && { min: kind.min })}
          {...(kind.max !== undefined && { max: kind.max })}
          step={0.5}
          onChange={(value) =>
            onChange({
              ...action,
              value: Math.min(kind.max ?? 0, Math.max(kind.min ?? 0, value ?? kind.min ?? 0)),
            })
          }
        />
      )}
      <Button only look="quiet" size="dense" icon="close" onClick={onRemove}>
        {t('bulk.removeKind')}
      </Button>
    </div>
  )
}
