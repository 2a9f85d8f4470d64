import { compareVersions } from '#gateway/lib/gateways/versions.ts'
import { useText } from '#i18n/useText.ts'
import { versions as newest } from '../rules.ts'
import { useTell } from '../tell.ts'
import styles from './cards.module.css'
import type { Drawn } from './ReportCardView.tsx'

const OLDER = 'older'

/** The versions of each model as one bar: an ordered scale in one hue, and hatched what is older than all that. */
export function Stacks({ report: { models } }: Drawn) {
  const { t } = useText()
  const tell = useTell()
  const all = [...new Set(models.flatMap((one) => one.versions.map(({ version }) => version)))]
    .filter((version) => version !== '')
    .toSorted((a, b) => compareVersions(b, a))
  const steps = all.slice(0, newest)
  const gathered = models.map(({ model, gateways, versions }) => {
    const some = steps.map((step) => versions.find(({ version }) => version === step)?.gateways ?? 0)
    const old = gateways - some.reduce((sum, one) => sum + one, 0)
    return { model, gateways, parts: [...some, old] }
  })
  const names = [...steps, OLDER]
  const sums = names.map((_name, at) => gathered.reduce((sum, { parts }) => sum + (parts[at] ?? 0), 0))
  const said = (name: string): string => (name === OLDER ? t('fleetReport.older') : name)
  return (
    <div className={styles.versions}>
      <ul className={styles.bars} data-wide>
        {gathered.map(({ model, gateways, parts }) => (
          <li key={model}>
            <span>{model}</span>
            <span
              className={styles.lane}
              data-parts
              role="img"
              aria-label={names
                .flatMap((name, at) =>
                  (parts[at] ?? 0) > 0 ? [`${said(name)} ${tell.number(parts[at] ?? 0)}`] : [],
                )
                .join(', ')}
            >
              {names.map(
                (name, at) =>
                  (parts[at] ?? 0) > 0 && (
                    <i
                      key={name}
                      data-step={name === OLDER ? 'old' : at}
                      style={{ flexGrow: parts[at] }}
                      title={`${said(name)}: ${tell.number(parts[at] ?? 0)}`}
                    />
                  ),
              )}
            </span>
            <span className={styles.number}>{tell.number(gateways)}</span>
          </li>
        ))}
      </ul>
      <ul className={styles.legend}>
        {names.map(
          (name, at) =>
            (sums[at] ?? 0) > 0 && (
              <li key={name}>
                <i className={styles.key} data-step={name === OLDER ? 'old' : at} aria-hidden="true" />
                {said(name)} <b>{tell.number(sums[at] ?? 0)}</b>
              </li>
            ),
        )}
      </ul>
    </div>
  )
}
