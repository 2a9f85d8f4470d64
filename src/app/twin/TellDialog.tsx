import { useState } from 'react'
import { useLocation } from 'react-router'
import { usePorts } from '#engine/engine.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { type Part, partKey, partsOf } from '#engine/property/state/address.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useWidgets } from '#engine/property/state/widgets.ts'
import { labelOf, phrase, readPart } from '#engine/property/state/words-of.ts'
import type { RawValue } from '#engine/widget.ts'
import { coerce } from '#gateway/lib/values/value-kinds.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { TwinWorker } from '#live/twin/twin-worker.ts'
import type { Placed } from '#schemas/generated/entities/layout.ts'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { Notice } from '#ui/Notice.tsx'
import { placeAt } from '../definitions.ts'

/** What devices say in one word or figure; a colour or a list says nobody by hand. */
const SIMPLE: ReadonlySet<string> = new Set(['bool', 'option', 'number', 'range', 'text'])

interface Value extends Part {
  placed: Placed
}

/** What a device can tell: what it measures first, then what it can be told. */
function valuesOf({ layout }: DeviceHead): readonly Value[] {
  const found = new Map<string, Value>()
  for (const placed of Object.values(layout?.sections ?? {}).flat())
    for (const part of partsOf(placed))
      if (SIMPLE.has(part.value.kind) && part.value.access.some((one) => one === 'read' || one === 'event'))
        found.set(partKey(part), { ...part, placed })
  const isMeasured = ({ value }: Value): boolean => !value.access.includes('write')
  return [...found.values()].toSorted((a, b) => Number(isMeasured(b)) - Number(isMeasured(a)))
}

interface Props {
  twin: TwinWorker
  onClose(): void
}

/** Lets a device of the twin tell a value, as if something had happened to it: it is cold, a door opens, a button is pressed. */
export function TellDialog({ twin, onClose }: Props) {
  const { t, say } = useText()
  const words = useWords()
  const { link } = usePorts()
  const widgets = useWidgets()
  const { pathname } = useLocation()
  const { heads } = useDevices()
  const devices = heads.filter((head) => valuesOf(head).length > 0)
  const [chosen, choose] = useState(placeAt(pathname)?.params.id ?? '')
  const device = devices.find(({ id }) => id === chosen) ?? devices[0]
  const values = device ? valuesOf(device) : []
  const [key, setKey] = useState('')
  const value = values.find((one) => partKey(one) === key) ?? values[0]
  const [typed, setTyped] = useState<string>()
  const [said, setSaid] = useState<string>()
  const [fault, setFault] = useState<string>()

  const anew = (): void => {
    setTyped(undefined)
    setFault(undefined)
    setSaid(undefined)
  }
  const address = device && value && { device: device.id, service: value.service, property: value.property }
  const now = address && link.get(address).value
  const choices =
    value && choicesOf(value, (raw) => phrase(readPart(value, value.placed, raw, widgets, words)))
  const shown = typed ?? (now === undefined || now === null ? '' : String(now))
  const name = value && labelOf({ ...value.placed, ...value }, words)

  const form = useSubmit(async () => {
    if (!address || !value) return
    setSaid(undefined)
    const wanted = choices ? choices.find(({ key: id }) => id === shown)?.value : shown.trim()
    // A device may report what nobody could set: only its kind counts.
    const meant = wanted === undefined || wanted === '' ? undefined : coerce(value.value, wanted)
    const taken = meant !== undefined && (await twin.report({ ...address, value: meant as RawValue }))
    setFault(taken ? undefined : t('twin.tell.notSaid'))
    if (taken) setSaid(t('twin.tell.said', { device: device.name, name: name ?? '' }))
  })

  return (
    <FormDialog
      title={t('twin.tell.title')}
      form={form}
      submit={t('twin.tell.submit')}
      cancel={t('shell.close')}
      unready={!value}
      onClose={onClose}
    >
      <p>{t('twin.tell.text')}</p>
      <SelectField
        label={t('twin.tell.device')}
        value={device?.id ?? ''}
        onChange={(id) => {
          choose(id)
          setKey('')
          anew()
        }}
        choices={devices.map(({ id, name: label }) => ({ value: id, label }))}
      />
      <SelectField
        label={t('twin.tell.property')}
        value={value ? partKey(value) : ''}
        onChange={(next) => {
          setKey(next)
          anew()
        }}
        choices={values.map((one) => ({
          value: partKey(one),
          label: labelOf({ ...one.placed, ...one }, words),
        }))}
      />
      {choices ? (
        <SelectField
          label={t('twin.tell.value')}
          value={choices.find(({ key: id }) => id === shown)?.key ?? ''}
          onChange={setTyped}
          choices={choices.map(({ key: id, label }) => ({ value: id, label }))}
          error={fault}
        />
      ) : (
        <TextField
          label={
            value?.value.unit === undefined
              ? t('twin.tell.value')
              : t('twin.tell.valueIn', { unit: say(`units.${value.value.unit}`, value.value.unit) })
          }
          value={shown}
          onChange={setTyped}
          inputMode={value?.value.kind === 'text' ? 'text' : 'decimal'}
          autoComplete="off"
          error={fault}
        />
      )}
      <div role="status">
        {said !== undefined && (
          <Notice tone="info" icon="check">
            {said}
          </Notice>
        )}
      </div>
    </FormDialog>
  )
}

/** The few things that it can say; undefined where it is a figure or a text. */
function choicesOf(
  { value: { kind, on = true, off = false, options = [] } }: Part,
  worded: (value: RawValue) => string,
): readonly { key: string; label: string; value: RawValue }[] | undefined {
  const few = kind === 'bool' ? [on, off] : kind === 'option' ? options.map(({ value }) => value) : undefined
  return few?.map((value) => ({ key: String(value), label: worded(value), value }))
}
