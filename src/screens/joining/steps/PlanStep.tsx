import { useState } from 'react'
import { useLoad } from '#engine/facts/use-load.ts'
import type { DeviceHead } from '#engine/ports.ts'
import { partAt } from '#engine/property/state/lit.ts'
import { useDevices } from '#engine/property/state/useHome.ts'
import { useWizard } from '#engine/screens/wizard/wizard.ts'
import { nameOf } from '#gateway/lib/names/names.ts'
import { useText } from '#i18n/useText.ts'
import type { PlannedProperty } from '#schemas/generated/entities/replacement-plan.ts'
import { Button } from '#ui/Button.tsx'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { ErrorState } from '#ui/page/states.tsx'
import { SkeletonLines } from '#ui/Skeleton.tsx'
import { Badge, Tag, type Tone } from '#ui/Tag.tsx'
import styles from './PlanStep.module.css'

const TONES: Readonly<Record<PlannedProperty['fit'], Tone>> = { same: 'ok', similar: 'info', none: 'warn' }

function Device({ head, label }: { head: DeviceHead | undefined; label: string }) {
  return (
    <div className={styles.device}>
      <Badge icon={iconNamed(head?.icon, 'device')} tone="primary" />
      <span>
        <small>{label}</small>
        <strong>{head?.name}</strong>
        <small>{head?.model}</small>
      </span>
    </div>
  )
}

/** What becomes of each property and of everything that uses the old device, before anything is done. */
export function PlanStep() {
  const { t, say } = useText()
  const { form, goOn, back, call } = useWizard()
  const { heads } = useDevices()
  const [attempt, setAttempt] = useState(0)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const loaded = useLoad(
    {
      command: 'plan_replacement',
      params: { device_id: 'form.device', new_device_id: 'form.successor' },
    },
    `${String(form.device)} ${String(form.successor)} ${attempt}`,
    { form },
  )
  const headOf = (id: unknown): DeviceHead | undefined => heads.find((one) => one.id === id)
  const named = (of: unknown, at: { service: string; property: string }): string => {
    const layout = headOf(of)?.layout
    return nameOf({ ...at, value: layout && partAt(layout, at)?.value }, { say })
  }

  if (loaded.state === 'failed')
    return (
      <ErrorState bare title={t('joining.plan.failedTitle')} onRetry={() => setAttempt(attempt + 1)}>
        {t('joining.plan.failed')}
      </ErrorState>
    )
  if (loaded.state === 'waiting')
    return (
      <div aria-busy="true">
        <SkeletonLines lines={6} />
      </div>
    )
  const { properties, references, same_model } = loaded.value
  const lost = properties.filter(({ fit }) => fit === 'none')
  const kept = references.filter(({ count }) => count > 0)

  async function apply(): Promise<void> {
    setBusy(true)
    setFailed(false)
    const done = await call('apply')
    setBusy(false)
    if (done?.result.ok) goOn({})
    else if (done) setFailed(true)
  }

  return (
    <div className={styles.plan}>
      <div className={styles.pair}>
        <Device head={headOf(form.device)} label={t('joining.plan.old')} />
        <Icon name="chevron-right" />
        <Device head={headOf(form.successor)} label={t('joining.plan.new')} />
      </div>
      {kept.length > 0 && (
        <section>
          <h3>{t('joining.plan.moves')}</h3>
          <ul className={styles.moves}>
            {kept.map(({ name, count }) => (
              <li key={name}>
                <Icon name="check" size="small" />
                {say(`joining.plan.references.${name}`, name, { count })}
              </li>
            ))}
          </ul>
        </section>
      )}
      {same_model ? (
        <p>{t('joining.plan.sameModel')}</p>
      ) : (
        lost.length > 0 && <Notice tone="warn">{t('joining.plan.lost', { count: lost.length })}</Notice>
      )}
      <section>
        <h3>{t('joining.plan.properties')}</h3>
        <ul className={styles.properties}>
          {properties.map(({ service, property, fit, to, why }) => (
            <li key={`${service}/${property}`}>
              <span className={styles.names}>
                <strong>{named(form.device, { service, property })}</strong>
                {fit === 'similar' && to && (
                  <span>{t('joining.plan.becomes', { name: named(form.successor, to) })}</span>
                )}
                {fit === 'none' && <span>{t(`joining.plan.why.${why ?? 'missing'}`)}</span>}
              </span>
              <Tag tone={TONES[fit]}>{t(`joining.plan.fit.${fit}`)}</Tag>
            </li>
          ))}
        </ul>
      </section>
      {failed && (
        <Notice tone="danger" urgent>
          {t('joining.plan.notApplied')}
        </Notice>
      )}
      <div className={styles.ways}>
        {back && <Button onClick={back}>{t('engine.wizard.back')}</Button>}
        <Button look="main" icon="swap" busy={busy} onClick={() => void apply()}>
          {t('joining.plan.apply')}
        </Button>
      </div>
    </div>
  )
}
