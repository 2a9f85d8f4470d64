import { isClosed } from '#engine/conditions/forbidden.ts'
import { useEngine } from '#engine/engine.ts'
import { useHomeMoment } from '#engine/home-clocks.ts'
import { hrefOf } from '#engine/href.ts'
import type { Finding } from '#gateway/lib/network/findings.ts'
import { useText } from '#i18n/useText.ts'
import { Button, buttonLook } from '#ui/Button.tsx'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import { Badge } from '#ui/Tag.tsx'
import { AskButton } from './AskButton.tsx'
import type { Shared } from './NetworkBoard.tsx'
import styles from './network.module.css'
import { findingWords } from './words.ts'

/** What is wrong, in a sentence each, with what helps beside it; worst first. */
export function Findings({
  findings,
  more,
  nameOf,
  view,
  now,
  live,
}: Shared & { findings: readonly Finding[]; more: boolean }) {
  const text = useText()
  const moment = useHomeMoment()
  const { definitions, situation } = useEngine()
  const { t } = text
  const add = situation.flags.has('DEVICE_MANIPULATION') ? definitions.screen('add_device') : undefined
  if (findings.length === 0)
    return (
      <p className={styles.fine}>
        <Badge icon="check" tone="ok" size="small" />
        <span>{t('netdiag.fine')}</span>
      </p>
    )
  return (
    <section className={styles.findings} aria-label={t('netdiag.noticed')}>
      {findings.map((finding) => {
        const { rule, node } = finding
        const { title, text: said } = findingWords(finding, nameOf, text, (at) => moment(at, now))
        return (
          <article key={node.id} className={styles.finding}>
            <header>
              <Badge icon={iconNamed(rule.icon)} tone={rule.tone} size="small" />
              <h2>{title}</h2>
            </header>
            <p>{said}</p>
            <div className={styles.tools}>
              {live && rule.does === 'ask' && <AskButton id={node.id} name={nameOf(node.id)} />}
              {live && rule.does === 'add' && add && !isClosed(add, situation) && (
                <a href={hrefOf(add)} {...buttonLook({ size: 'dense' })}>
                  <Icon name="plus" size="small" />
                  {t('netdiag.addDevice')}
                </a>
              )}
              <Button
                look="quiet"
                size="dense"
                aria-label={t('netdiag.showOf', { name: nameOf(node.id) })}
                onClick={() => view.pick(node.id)}
              >
                {t('netdiag.show')}
              </Button>
            </div>
          </article>
        )
      })}
      {more && (
        <p className={styles.more}>
          <Button look="quiet" size="dense" onClick={() => view.show('noted')}>
            {t('netdiag.allNoted')}
          </Button>
        </p>
      )}
    </section>
  )
}
