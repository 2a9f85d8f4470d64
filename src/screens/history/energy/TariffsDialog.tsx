import { useState } from 'react'
import type { Day } from '#engine/charts/model/range.ts'
import { isDay } from '#engine/charts/model/range.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { EnergyTariff, EnergyTariffs } from '#schemas/generated/entities/energy-tariffs.ts'
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
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]
const WORK_DAYS = [0, 1, 2, 3, 4]

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
  const [window] = last?.windows ?? []
  const [currency, setCurrency] = useState<EnergyTariffs['currency']>(before.currency)
  const [from, setFrom] = useState(last ? today : `${today.slice(0, 4)}-01-01`)
  const [price, setPrice] = useState(last?.price)
  const [second, setSecond] = useState(window !== undefined)
  const [low, setLow] = useState(window?.price)
  const [start, setStart] = useState(window?.start ?? '22:00')
  const [end, setEnd] = useState(window?.end ?? '06:00')
  const [work, setWork] = useState(window?.days.length === WORK_DAYS.length ? 'work' : 'all')
  const [feedIn, setFeedIn] = useState(last?.feedIn)
  const [kept, setKept] = useState(known)
  const [tried, setTried] = useState(false)
  const fits = (value: number | undefined): value is number =>
    value !== undefined && value >= 0 && value <= MOST_PRICE
  const priceFault = (value: number | undefined): string | undefined =>
    tried && !fits(value) ? t('energy.tariffs.noPrice', { most: MOST_PRICE }) : undefined
  const form = useSubmit(async () => {
    setTried(true)
    if (!isDay(from) || !fits(price) || (second && !(fits(low) && start && end))) return
    if (feedIn !== undefined && !fits(feedIn)) return
    const tariff: EnergyTariff = {
      from,
      price,
      ...(second &&
        fits(low) && {
          windows: [{ price: low, start, end, days: work === 'work' ? WORK_DAYS : EVERY_DAY }],
        }),
      ...(feedIn !== undefined && { feedIn }),
    }
    const tariffs = [...kept.filter((one) => one.from !== from), tariff].slice(-24)
    await save({ revision: before.revision, currency, tariffs })
  })
  const field = { step: 0.001, min: 0, max: MOST_PRICE }
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
      <CheckboxField label={t('energy.tariffs.second')} value={second} onChange={setSecond} />
      {second && (
        <>
          <NumberField
            label={t('energy.tariffs.low', { currency })}
            value={low}
            onChange={setLow}
            error={priceFault(low)}
            {...field}
          />
          <div className={styles.pair}>
            <TextField type="time" label={t('energy.tariffs.start')} value={start} onChange={setStart} />
            <TextField type="time" label={t('energy.tariffs.end')} value={end} onChange={setEnd} />
          </div>
          <SelectField
            label={t('energy.tariffs.days')}
            value={work}
            onChange={setWork}
            choices={[
              { value: 'all', label: t('energy.tariffs.all') },
              { value: 'work', label: t('energy.tariffs.work') },
            ]}
          />
        </>
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
