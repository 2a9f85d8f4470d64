import { useState } from 'react'
import { MOST_LINES, MOST_UNITS } from '#engine/charts/series.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { CheckboxField, SelectField } from '#ui/fields/choice-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import styles from './history.module.css'
import { idOf, nameOf, type Recordable, recordablesOf } from './recordable.ts'

interface Props {
  device: DeviceHead
  chosen: readonly Recordable[]
  onClose(): void
  onChoose(values: readonly string[]): void
}

/** Which values stand in the chart, of this device and of others. */
export function ValuesDialog({ device, chosen, onClose, onChoose }: Props) {
  const { t } = useText()
  const words = useWords()
  const { heads } = useDevices()
  const [values, setValues] = useState(chosen)
  const [from, setFrom] = useState(device.id)
  const offered = heads.filter((head) => recordablesOf(head).length > 0)
  const head = heads.find(({ id }) => id === from)
  const all = head ? recordablesOf(head) : []
  const lines = values.filter(({ draw }) => draw === 'area')
  const isChosen = (one: Recordable): boolean =>
    values.some(({ address }) => idOf(address) === idOf(one.address))
  const fits = (one: Recordable): boolean =>
    one.draw === 'step' ||
    (lines.length < MOST_LINES &&
      [...new Set([...lines, one].map(({ placed }) => placed.value.unit))].length <= MOST_UNITS)
  const full = all.some((one) => !isChosen(one) && !fits(one))
  const form = useSubmit(() => onChoose(values.map(({ address }) => idOf(address))))
  return (
    <FormDialog
      title={t('history.choose.title')}
      form={form}
      submit={t('history.choose.done')}
      unready={values.length === 0}
      onClose={onClose}
    >
      <SelectField
        label={t('history.choose.device')}
        value={from}
        onChange={setFrom}
        choices={offered.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <fieldset className={styles.choices}>
        <legend>{t('history.choose.values')}</legend>
        {all.length === 0 && <p>{t('history.choose.none')}</p>}
        {all.map((one) => (
          <CheckboxField
            key={idOf(one.address)}
            label={nameOf(one, words, false)}
            value={isChosen(one)}
            disabled={!isChosen(one) && !fits(one)}
            onChange={(on) =>
              setValues(
                on ? [...values, one] : values.filter(({ address }) => idOf(address) !== idOf(one.address)),
              )
            }
          />
        ))}
      </fieldset>
      {full && <p>{t('history.choose.lines', { count: MOST_LINES })}</p>}
    </FormDialog>
  )
}
