import { type MaintenanceWindow, WindowFields } from '#engine/choosing/WindowFields.tsx'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import type { BulkContentType } from '#schemas/generated/entities/bulk-content.ts'
import type { BulkPlan } from '#schemas/generated/entities/bulk-plan.ts'
import { Button } from '#ui/Button.tsx'
import { SelectField } from '#ui/fields/choice-fields.tsx'
import { NumberField, TextField } from '#ui/fields/text-fields.tsx'
import { Icon } from '#ui/Icon.tsx'
import { NumberedCard } from '#ui/page/NumberedCard.tsx'
import { Badge, Lamp } from '#ui/Tag.tsx'
import { rules } from '../causes.ts'
import styles from './create.module.css'

export interface RunOptions {
  name: string
  canaries: readonly string[]
  /** A name of WAVES. */
  waves: keyof typeof WAVES
  waveGap: number
  haltPercent: number
  retryNumber: number
  perMinute: number | undefined
  /** Hours in which gateways are changed, by their own clocks. */
  window: MaintenanceWindow | undefined
}

/** How it goes on after the canaries. */
export const WAVES = { steps: rules.waves, half: [50, 100], all: [100] } as const

interface Props {
  options: RunOptions
  onChange(options: RunOptions): void
  plan: BulkPlan | undefined
  /** Gateways chosen. */
  count: number
  type: BulkContentType
}

const LONGEST = 128
const [MOST_RETRIES, MOST_GAP, MOST_PERCENT, MOST_A_MINUTE] = [10, 1440, 100, 6000]

/** How many each wave has. */
function sizesOf(count: number, waves: readonly number[]): number[] {
  const ends = waves.map((percent) => Math.ceil((count * percent) / 100))
  return ends.map((end, at) => end - (ends[at - 1] ?? 0))
}

/** Canaries, waves, and what stops it. */
export function Running({ options, onChange, plan, count, type }: Props) {
  const { t } = useText()
  const words = useWords()
  const { name, canaries, waves, waveGap, haltPercent, retryNumber, perMinute } = options
  const set = (some: Partial<RunOptions>): void => onChange({ ...options, ...some })
  const others = Math.max(0, count - canaries.length)
  const sizes = sizesOf(others, WAVES[waves])
  const proposed = plan?.canaries ?? []
  const canTakeBack = type !== 'opn'
  return (
    <NumberedCard number={4} title={t('bulk.run.title')}>
      <div className={styles.run}>
        <TextField
          label={t('bulk.run.name')}
          value={name}
          onChange={(value) => set({ name: value })}
          maxLength={LONGEST}
          autoComplete="off"
        />
        <ol className={styles.thread}>
          <li data-trial>
            <Icon name="eye" size="small" />
            <div>
              <strong>{t('bulk.wave.canary')}</strong>
              <output>{words.number(canaries.length)}</output>
              {proposed.length === 0 ? (
                <p>{t('bulk.run.noCanaries')}</p>
              ) : (
                <>
                  <ul>
                    {proposed.map((one) => {
                      const isChosen = canaries.includes(one.serialNumber)
                      return (
                        <li key={one.serialNumber}>
                          <Button
                            size="dense"
                            aria-pressed={isChosen}
                            onClick={() =>
                              set({
                                canaries: isChosen
                                  ? canaries.filter((serial) => serial !== one.serialNumber)
                                  : [...canaries, one.serialNumber],
                              })
                            }
                          >
                            <Lamp tone={isChosen ? 'ok' : 'off'}>{one.name}</Lamp>
                          </Button>
                        </li>
                      )
                    })}
                  </ul>
                  <p>{t('bulk.run.oneOfEach')}</p>
                </>
              )}
            </div>
          </li>
          {sizes.map((size, at) => (
            <li key={WAVES[waves][at]}>
              <span>{at + 1}</span>
              <div>
                <strong>
                  {WAVES[waves][at] === MOST_PERCENT
                    ? t('bulk.run.all')
                    : `${words.number(WAVES[waves][at] ?? 0)}\u202f%`}
                </strong>
                <output>{words.number(size)}</output>
                <span className={styles.share} aria-hidden="true">
                  <i style={{ width: `${others === 0 ? 0 : (size * MOST_PERCENT) / others}%` }} />
                </span>
                <p>{t('bulk.run.after', { count: waveGap })}</p>
              </div>
            </li>
          ))}
        </ol>
        <SelectField
          label={t('bulk.run.waves')}
          value={waves}
          choices={Object.keys(WAVES).map((id) => ({
            value: id,
            label: t(`bulk.run.kinds.${id as keyof typeof WAVES}`),
          }))}
          onChange={(id) => set({ waves: id as keyof typeof WAVES })}
        />
        <div className={styles.pair}>
          <NumberField
            label={t('bulk.run.halt')}
            help={t('bulk.run.haltUnit')}
            min={0}
            max={MOST_PERCENT}
            value={haltPercent}
            onChange={(value) => set({ haltPercent: bounded(value, 0, MOST_PERCENT) })}
          />
          <NumberField
            label={t('bulk.run.retries')}
            help={t('bulk.run.retriesUnit')}
            min={0}
            max={MOST_RETRIES}
            value={retryNumber}
            onChange={(value) => set({ retryNumber: bounded(value, 0, MOST_RETRIES) })}
          />
          <NumberField
            label={t('bulk.run.gap')}
            help={t('bulk.run.gapUnit')}
            min={0}
            max={MOST_GAP}
            value={waveGap}
            onChange={(value) => set({ waveGap: bounded(value, 0, MOST_GAP) })}
          />
          <NumberField
            label={t('bulk.run.rate')}
            help={t('bulk.run.rateUnit')}
            min={1}
            max={MOST_A_MINUTE}
            value={perMinute}
            onChange={(value) =>
              set({ perMinute: value === undefined ? undefined : bounded(value, 1, MOST_A_MINUTE) })
            }
          />
        </div>
        <WindowFields window={options.window} onChange={(window) => set({ window })} />
      </div>
      <div className={styles.promise}>
        <Badge icon={canTakeBack ? 'undo' : 'warning'} tone={canTakeBack ? 'plain' : 'warn'} size="small" />
        <div>
          <strong>{t(canTakeBack ? 'bulk.run.back' : 'bulk.run.noBack')}</strong>
          <p>{t(canTakeBack ? 'bulk.run.backText' : 'bulk.run.noBackText')}</p>
        </div>
      </div>
    </NumberedCard>
  )
}

const bounded = (value: number | undefined, least: number, most: number): number =>
  Math.min(most, Math.max(least, Math.round(value ?? least)))
