import { useText } from '#i18n/useText.ts'
import type { Block } from '#schemas/generated/definitions/screen.ts'
import { Icon, iconNamed } from '#ui/Icon.tsx'
import styles from './Jump.module.css'

/** Where a section of a long page begins. */
export const anchorOf = (id: string): string => `section-${id}`

/** What there is on a long page, beside it: one press leads there. A custom part says itself what it is. */
export function Jump({ screen, blocks }: { screen: string; blocks: readonly Block[] }) {
  const { t, say } = useText()
  return (
    <nav className={styles.jump} aria-label={t('engine.jump')}>
      {blocks.map((block) => (
        <a key={block.id} href={`#${anchorOf(block.id)}`}>
          <Icon name={iconNamed('icon' in block ? block.icon : undefined)} size="small" />
          {say(`screens.${screen}.sections.${block.id}.title`)}
        </a>
      ))}
    </nav>
  )
}
