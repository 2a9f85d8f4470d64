import { useState } from 'react'
import type { Day } from '#engine/charts/model/range.ts'
import { isDay } from '#engine/charts/model/range.ts'
import { language } from '#i18n/i18n.ts'
import { tagOf } from '#i18n/languages.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { EnergyTariff, EnergyTariffs, TariffWindow } from '#schemas/generated/entities/energy-tariffs.ts'
import { Button } from '#ui/Button.tsx'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { CheckboxField, SelectField } from '#ui/fields/choice-fields.tsx'
import { NumberField, TextField } from '#ui/fields/text-fields.tsx'
import { useSubmit } from '#ui/fields/use-submit.ts'
import { Notice } from '#ui/Notice.tsx'
import { ComingDialog } from './ComingDialog.tsx'
import styles from './energy.module.css'
import { useTariffs } from './use-energy.ts'

interface Props {
  today: Day
  onClose(): void
}

const CURRENCIES = ['CHF', 'EUR', 'GBP', 'USD'] as const
const MOST_PRICE = 100
const MOST_WINDOWS = 8
/** The oldest make room. */
const MOST_TARIFFS = 24
/** Days that have a word together; 0 is Monday. */
const TOGETHER = { all: [0, 1, 2, 3, 4, 5, 6], work: [0, 1, 2, 3, 4], weekend: [5, 6] } as const
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1, 12)

/** A time at which another price holds, while somebody writes it. */
interface Draft extends Omit<TariffWindow, 'price'> {
  /** Tells it from another one that says the same. */
  id: number
  price: number | undefined
}
let written = 0
const draftOf = (window: Omit<Draft, 'id'>): Draft => ({ ...window, id: written++ })
const nights = (): Draft =>
  draftOf({ price: undefined, start: '22:00', end: '06:00', days: [...TOGETHER.all] })

const daysKey = (days: readonly number[]): string => days.toSorted((a, b) => a - b).join()
const wordOf = (days: readonly number[]): keyof typeof TOGETHER | undefined =>
  (['all', 'work', 'weekend'] as const).find((word) => daysKey(TOGETHER[word]) === daysKey(days))

/** What energy costs: from a day on, with a second price at certain times. */
export function TariffsDialog({ today, onClose }: Props) {
  const { t } = useText()
  const { said, save, failure } = useTariffs()
  if (!said) return <ComingDialog title={t('energy.tariffs.title')} onClose={onClose} />
  return (
    <Asked
      key={said.revision}
      {...{ tariffs: said, today, failure, onClose }}
      save={(next) => save(next, onClose)}
    />
  )
}

interface AskedProps {
  tariffs: EnergyTariffs
  today: Day
  onClose(): void
  save(tariffs: EnergyTariffs): Promise<void>
  failure: string | undefined
}

function Asked({ tariffs: before, today, onClose, save, failure }: AskedProps) {
  const { t } = useText()
  const words = useWords()
  const known = before.tariffs.toSorted((a, b) => b.from.localeCompare(a.from))
  const [last] = known
  const [currency, setCurrency] = useState<EnergyTariffs['currency']>(before.currency)
  const [from, setFrom] = useState(last ? today : `${today.slice(0, 4)}-01-01`)
  const [price, setPrice] = useState(last?.price)
  const [windows, setWindows] = useState<readonly Draft[]>(() => (last?.windows ?? []).map(draftOf))
  const [feedIn, setFeedIn] = useState(last?.feedIn)
  const [kept, setKept] = useState(known)
  const [tried, setTried] = useState(false)
  const fits = (value: number | undefined): value is number =>
    value !== undefined && value >= 0 && value <= MOST_PRICE
  const priceFault = (value: number | undefined): string | undefined =>
    tried && !fits(value) ? t('energy.tariffs.noPrice', { most: MOST_PRICE }) : undefined
  const form = useSubmit(async () => {
    setTried(true)
    const whole = windows.flatMap(({ id: _id, price: low, ...more }) =>
      fits(low) ? { ...more, price: low } : [],
    )
    if (!isDay(from) || !fits(price) || whole.length < windows.length) return
    if (whole.some(({ start, end }) => !start || !end)) return
    if (feedIn !== undefined && !fits(feedIn)) return
    const tariff: EnergyTariff = {
      from,
      price,
      ...(whole.length > 0 && { windows: whole }),
      ...(feedIn !== undefined && { feedIn }),
    }
    const tariffs = [...kept.filter((one) => one.from !== from), tariff]
      .toSorted((a, b) => a.from.localeCompare(b.from))
      .slice(-MOST_TARIFFS)
    await save({ revision: before.revision, currency, tariffs })
  })
  const field = { step: 0.001, min: 0, max: MOST_PRICE }
  const weekday = new Intl.DateTimeFormat(tagOf(language()), { weekday: 'short', timeZone: 'UTC' })
  const saidDays = (days: readonly number[]): string => {
    const word = wordOf(days)
    if (word) return t(`energy.tariffs.${word}`)
    if (days.length === 0) return '–'
    return days
      .toSorted((a, b) => a - b)
      .map((day) => weekday.format(MONDAY + day * 86_400_000))
      .join(', ')
  }
  const change = (place: number, part: Partial<Draft>): void =>
    setWindows(windows.map((one, at) => (at === place ? { ...one, ...part } : one)))
  return (
    <FormDialog
      title={t('energy.tariffs.title')}
      form={form}
      submit={t('energy.tariffs.save')}
      failure={failure}
      onClose={onClose}
    >
      {kept.length > 0 && (
        <ul className={styles.tariffs}>
          {kept.map((one) => (
            <li key={one.from}>
              <span>
                {t('energy.tariffs.since', {
                  date: words.date(Date.parse(`${one.from}T12:00:00`)),
                  price: `${words.number(one.price)}\u00a0${currency}`,
                })}
                {one.windows?.map((window) => (
                  <small key={JSON.stringify(window)}>
                    {t('energy.tariffs.window', {
                      ...window,
                      days: saidDays(window.days),
                      price: `${words.number(window.price)}\u00a0${currency}`,
                    })}
                  </small>
                ))}
              </span>
              <Button
                only
                look="quiet"
                size="dense"
                icon="trash"
                onClick={() => setKept(kept.filter((other) => other !== one))}
              >
                {t('energy.tariffs.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {kept.length < known.length && <Notice tone="info">{t('energy.tariffs.removed')}</Notice>}
      <TextField
        type="date"
        label={t('energy.tariffs.from')}
        value={from}
        onChange={setFrom}
        error={tried && !isDay(from) ? t('energy.tariffs.noDay') : undefined}
      />
      <SelectField
        label={t('energy.tariffs.currency')}
        value={currency}
        onChange={(next) => setCurrency(CURRENCIES.find((one) => one === next) ?? currency)}
        choices={CURRENCIES.map((one) => ({ value: one, label: one }))}
      />
      <NumberField
        label={t('energy.tariffs.price', { currency })}
        value={price}
        onChange={setPrice}
        error={priceFault(price)}
        {...field}
      />
      <CheckboxField
        label={t('energy.tariffs.second')}
        value={windows.length > 0}
        onChange={(on) => setWindows(on ? (last?.windows?.map(draftOf) ?? [nights()]) : [])}
      />
      {windows.map((window, place) => (
        <fieldset key={window.id} className={styles.window}>
          {windows.length > 1 && (
            <legend>
              {t('energy.tariffs.time', { place: words.number(place + 1) })}
              <Button
                only
                look="quiet"
                size="dense"
                icon="trash"
                onClick={() => setWindows(windows.filter((_one, at) => at !== place))}
              >
                {t('energy.tariffs.removeTime', { place: words.number(place + 1) })}
              </Button>
            </legend>
          )}
          <NumberField
            label={t('energy.tariffs.low', { currency })}
            value={window.price}
            onChange={(low) => change(place, { price: low })}
            error={priceFault(window.price)}
            {...field}
          />
          <div className={styles.pair}>
            <TextField
              type="time"
              label={t('energy.tariffs.start')}
              value={window.start}
              onChange={(start) => change(place, { start })}
            />
            <TextField
              type="time"
              label={t('energy.tariffs.end')}
              value={window.end}
              onChange={(end) => change(place, { end })}
            />
          </div>
          <SelectField
            label={t('energy.tariffs.days')}
            value={daysKey(window.days)}
            onChange={(key) => change(place, { days: key === '' ? [] : key.split(',').map(Number) })}
            // Days that have no word together stay as they are.
            choices={[...Object.values(TOGETHER), ...(last?.windows ?? []).map(({ days }) => days)]
              .filter((days, at, all) => all.findIndex((other) => daysKey(other) === daysKey(days)) === at)
              .map((days) => ({ value: daysKey(days), label: saidDays(days) }))}
          />
        </fieldset>
      ))}
      {windows.length > 0 && windows.length < MOST_WINDOWS && (
        <div>
          <Button icon="plus" size="dense" onClick={() => setWindows([...windows, nights()])}>
            {t('energy.tariffs.addTime')}
          </Button>
        </div>
      )}
      <NumberField
        label={t('energy.tariffs.feedIn', { currency })}
        optional
        value={feedIn}
        onChange={setFeedIn}
        error={feedIn === undefined ? undefined : priceFault(feedIn)}
        {...field}
      />
    </FormDialog>
  )
}
