import { useState } from 'react'
import { useAddress } from '#engine/address.ts'
import { isDay, type Range } from '#engine/charts/model/range.ts'
import { useTimes } from '#engine/charts/use-times.ts'
import { isOutOfReach } from '#engine/conditions/forbidden.ts'
import { useEngine } from '#engine/engine.ts'
import { failureText } from '#engine/failure-text.ts'
import { useHomeZone } from '#engine/home-clocks.ts'
import { LinkNotice } from '#engine/property/LinkNotice.tsx'
import { useNow } from '#engine/property/state/useNow.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { downloadCsv } from '#lib/csv.ts'
import type { OperationId } from '#schemas/calls.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { CheckboxField } from '#ui/fields/choice-fields.tsx'
import { Segments } from '#ui/menu/Segments.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState, ErrorState } from '#ui/page/states.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { usePhone } from '#ui/use-phone.ts'
import { Against } from './Against.tsx'
import { linesOfEnergy } from './csv.ts'
import { Doubts } from './Doubts.tsx'
import styles from './energy.module.css'
import { Figures } from './Figures.tsx'
import { Largest } from './Largest.tsx'
import { MetersDialog } from './MetersDialog.tsx'
import {
  daysOf,
  expected,
  GROUPS,
  type Group,
  PERIODS,
  type Period,
  periodAfter,
  periodBefore,
  rangeOf,
  STEPS,
  sameOf,
  summed,
  todayIn,
} from './model.ts'
import { Stacks } from './Stacks.tsx'
import { Standby } from './Standby.tsx'
import { StepTable } from './StepTable.tsx'
import { spanWords } from './step-words.ts'
import { TariffsDialog } from './TariffsDialog.tsx'
import { tariffName, tariffsInHead } from './tariff-words.ts'
import { useEnergy } from './use-energy.ts'

/** What the home used and produced, where, and what it cost (mock 15-energy; decision 0141). */
export function EnergyPage() {
  const text = useText()
  const { say, t } = text
  const words = useWords()
  const { situation } = useEngine()
  const zone = useHomeZone()
  const times = useTimes(zone)
  const now = useNow()
  const phone = usePhone()
  const [search, put] = useAddress()
  const [asking, setAsking] = useState<'tariffs' | 'meters'>()
  const today = todayIn(now, zone)
  const asked = search.get('at') ?? ''
  const day = isDay(asked) && asked <= today ? asked : today
  const period: Period = PERIODS.find((one) => one === search.get('period')) ?? 'month'
  const compare = !search.has('alone')
  const table = search.has('table')
  const days = daysOf(period, day)
  const range = rangeOf(days, zone)
  const before = rangeOf(periodBefore(period, day), zone)
  // The end moves on by steps, so that a page that is open asks once a minute at most.
  const same: Range = sameOf(before, range, Math.ceil(now / 3_600_000) * 3_600_000)
  const { energy, shown, waiting, error, retry } = useEnergy(range, STEPS[period], zone)
  const earlier = useEnergy(compare ? same : undefined, STEPS[period], zone)
  const money = search.get('in') === 'money' && energy.priced
  const asksFor = GROUPS.find((one) => one === search.get('by')) ?? 'room'
  const group: Group = asksFor === 'tariff' && energy.bands.length === 0 ? 'room' : asksFor
  const summary = summed(energy, shown, money ? 'costs' : 'amounts', group)
  const all = {
    ...summary,
    layers: summary.layers.map((layer) => {
      if (layer.own) return { ...layer, name: t('energy.own.used') }
      return layer.price === undefined
        ? layer
        : { ...layer, name: tariffName(energy, layer.price, { t, words }) }
    }),
  }
  const past = compare && !earlier.waiting ? summed(earlier.energy, earlier.shown, 'amounts') : undefined
  const coming = now < range.to ? expected(energy, money ? all.costs : all.used, now, zone) : []
  const unit = money ? energy.currency : 'kWh'
  const digits = money ? 2 : 1
  const may = (operation: OperationId): boolean => !isOutOfReach({ operations: [operation] }, situation)
  const mayTariffs = may('keepEnergyTariffs')
  const mayMeters = may('keepEnergyMeters') && shown.some(({ meter }) => meter.flow === 'used')
  const prices = tariffsInHead(energy, { t, words })

  const show = (next: string): void => put({ at: next === today ? undefined : next })
  const later = periodAfter(period, day)
  const name = `${say('screens.energy.title')} ${days.first} - ${days.last}`
  const takeCsv = async (): Promise<void> => downloadCsv(name, linesOfEnergy(energy, shown, all.own, zone, t))
  const body = () => {
    if (waiting) return <Skeleton height="420px" />
    if (error)
      return (
        <ErrorState title={t('energy.failedTitle')} onRetry={retry}>
          {failureText(error, text)}
        </ErrorState>
      )
    if (shown.length === 0)
      return (
        <EmptyState icon="energy" tone="plain" title={t('energy.noneTitle')}>
          {t('energy.none')}
        </EmptyState>
      )
    return (
      <div className={styles.stack}>
        <Figures
          {...{ energy, all, past, coming, money }}
          now={now}
          range={range}
          onTariffs={mayTariffs ? () => setAsking('tariffs') : undefined}
        />
        <Card
          title={t(`energy.by.${STEPS[period]}`)}
          aside={
            <div className={styles.tools}>
              <Segments
                label={t('energy.group')}
                segments={GROUPS.filter((id) => id !== 'tariff' || energy.bands.length > 0).map((id) => ({
                  id,
                  label: t(`energy.${id}`),
                }))}
                value={group}
                onChange={(id) => put({ by: id === 'room' ? undefined : id })}
              />
              {energy.priced && (
                <Segments
                  label={t('energy.unit')}
                  segments={[
                    { id: 'kwh', label: 'kWh' },
                    { id: 'money', label: energy.currency },
                  ]}
                  value={money ? 'money' : 'kwh'}
                  onChange={(id) => put({ in: id === 'money' ? 'money' : undefined })}
                />
              )}
            </div>
          }
        >
          {table ? (
            <StepTable {...{ energy, all, period, zone, unit, digits }} caption={times.days(range)} />
          ) : (
            <Stacks
              {...{ energy, all, coming, period, zone, now, unit, digits }}
              produced={money ? all.earned : all.produced}
              name={times.days(range)}
            />
          )}
          <Doubts shown={shown} range={range} moment={times.at} />
        </Card>
        <div className={styles.columns}>
          <Largest {...{ all, past, energy, now }} byDay={STEPS[period] === 'day'} />
          <div className={styles.stack}>
            <Standby
              {...{ shown, energy, now }}
              byDay={STEPS[period] === 'day'}
              onMeters={mayMeters ? () => setAsking('meters') : undefined}
            />
            {compare && (
              <Against
                {...{ energy, all, coming, period, range, before, zone, now, money }}
                step={STEPS[period]}
              />
            )}
          </div>
        </div>
      </div>
    )
  }
  return (
    <>
      <PageHeader
        title={say('screens.energy.title')}
        context={prices === undefined ? times.days(range) : `${times.days(range)} · ${prices}`}
        actions={
          <>
            {mayTariffs && (
              <Button icon="settings" only={phone} onClick={() => setAsking('tariffs')}>
                {t('energy.tariffs.title')}
              </Button>
            )}
            {mayMeters && (
              <Button icon="power-meter" only={phone} onClick={() => setAsking('meters')}>
                {t('energy.meters.title')}
              </Button>
            )}
            <Button
              icon={table ? 'analytics' : 'table'}
              only={phone}
              onClick={() => put({ table: table ? undefined : '1' })}
            >
              {t(table ? 'energy.chart' : 'energy.table')}
            </Button>
            {situation.flags.has('EXPORT_DATA') && shown.length > 0 && (
              <Button icon="download" only={phone} onClick={() => void takeCsv()}>
                {t('energy.csv')}
              </Button>
            )}
          </>
        }
      />
      <div className={styles.notice}>
        <LinkNotice />
      </div>
      <div className={styles.period}>
        <Segments
          label={t('energy.period')}
          segments={PERIODS.map((id) => ({ id, label: t(`energy.periods.${id}`) }))}
          value={period}
          onChange={(id) => put({ period: id === 'month' ? undefined : id })}
        />
        <div className={styles.days}>
          <Button only icon="chevron-left" onClick={() => show(periodBefore(period, day).last)}>
            {t('energy.earlier')}
          </Button>
          <span className={styles.shown}>{spanWords(period, range, zone)}</span>
          <Button
            only
            icon="chevron-right"
            disabled={later.first > today}
            onClick={() => show(later.last > today ? today : later.last)}
          >
            {t('energy.later')}
          </Button>
        </div>
        <CheckboxField
          label={t('energy.compare')}
          value={compare}
          onChange={(on) => put({ alone: on ? undefined : '1' })}
        />
      </div>
      {body()}
      {asking === 'tariffs' && <TariffsDialog today={today} onClose={() => setAsking(undefined)} />}
      {asking === 'meters' && <MetersDialog shown={shown} onClose={() => setAsking(undefined)} />}
    </>
  )
}
