import { useText } from '#i18n/useText.ts'
import type { Screen } from '#schemas/generated/definitions/screen.ts'
import { Icon, type IconName } from '#ui/Icon.tsx'
import styles from '#ui/menu/segmented.module.css'
import { useEngine } from '../engine.ts'
import { hrefOf } from '../href.ts'

const icons: Partial<Record<Screen['kind'], IconName>> = { tiles: 'tile', list: 'table' }

/** Other ways to see the same things, each with its own address: tiles, table. */
export function ViewSwitch({ views, current }: { views: readonly string[]; current: string }) {
  const { t, say } = useText()
  const { definitions } = useEngine()
  const shown = views.flatMap((id) => definitions.screen(id) ?? [])
  // Icons stand where they tell them apart; on a phone they alone do.
  const isTold = new Set(shown.map(({ kind }) => icons[kind])).size === shown.length
  return (
    <fieldset className={styles.segments} data-terse={isTold || undefined} aria-label={t('engine.views')}>
      {shown.map((view) => {
        const icon = isTold ? icons[view.kind] : undefined
        return (
          <a key={view.id} href={hrefOf(view)} aria-current={view.id === current ? 'page' : undefined}>
            {icon && <Icon name={icon} size="small" />}
            <span>{say(`screens.${view.id}.view`)}</span>
          </a>
        )
      })}
    </fieldset>
  )
}
