import { SignalBars } from '#engine/cells/SignalBars.tsx'
import { useEngine } from '#engine/engine.ts'
import { useHomeMoment } from '#engine/home-clocks.ts'
import { hrefOf } from '#engine/href.ts'
import type { Finding } from '#gateway/lib/network/findings.ts'
import { type NetworkNode, stagesOf } from '#gateway/lib/network/network.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { buttonLook } from '#ui/Button.tsx'
import { AskButton } from './AskButton.tsx'
import type { Shared } from './NetworkBoard.tsx'
import styles from './network.module.css'
import { findingWords } from './words.ts'

/** The way to the gateway, stage by stage, and what the gateway knows of this device. */
export function NodeDetails({
  id,
  node,
  finding,
  nodes,
  faces,
  nameOf,
  now,
  live,
}: Shared & { id: string; node: NetworkNode; finding: Finding | undefined }) {
  const text = useText()
  const { t, say } = text
  const words = useWords()
  const moment = useHomeMoment()
  const { definitions } = useEngine()
  const { entry, age, behind } = node
  const page = definitions.screen('device')
  const since =
    age === undefined
      ? t('netdiag.never')
      : t(node.expired ? 'netdiag.expired' : 'netdiag.confirmed', { age: words.age(now - age, now) })
  const facts: [string, string | undefined][] = [
    [t('netdiag.facts.confirmed'), since],
    [
      t('netdiag.facts.quality'),
      entry.lqiValue === undefined
        ? undefined
        : t('netdiag.lqi', { lqi: words.number(Math.round(entry.lqiValue), 0) }),
    ],
    [t('netdiag.facts.network'), say(`device.network.${entry.networkType}`, entry.networkType)],
    [t('netdiag.facts.role'), entry.role === undefined ? undefined : t(`netdiag.role.${entry.role}`)],
    [t('netdiag.facts.behind'), behind > 0 ? words.number(behind, 0) : undefined],
    [t('netdiag.facts.speed'), entry.link_speed],
    [t('netdiag.facts.address'), entry.address],
    [t('netdiag.facts.ip'), entry.ipAddress === entry.address ? undefined : entry.ipAddress],
  ]
  return (
    <div id={id} className={styles.details}>
      {finding && <p>{findingWords(finding, nameOf, text, (at) => moment(at, now)).text}</p>}
      <ol className={styles.way} aria-label={t('netdiag.way')}>
        {stagesOf(nodes, node.id).map(({ at, level }) => (
          <li key={at}>
            <span>{nameOf(at)}</span>
            <span data-level={level}>
              <span aria-hidden="true">
                <SignalBars level={level} label="" />
              </span>
              {t(`netdiag.level.${level}`)}
            </span>
          </li>
        ))}
        <li>
          <span>{t('netdiag.gateway')}</span>
        </li>
      </ol>
      <dl className={styles.facts}>
        {facts.map(([label, value]) =>
          value === undefined || value === '' ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      <div className={styles.tools}>
        {live && <AskButton id={node.id} name={nameOf(node.id)} />}
        {page && faces.has(node.id) && live && (
          <a href={hrefOf(page, { id: node.id })} {...buttonLook({ look: 'quiet', size: 'dense' })}>
            {t('netdiag.open')}
          </a>
        )}
      </div>
    </div>
  )
}
