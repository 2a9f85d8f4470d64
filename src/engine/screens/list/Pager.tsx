import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Button } from '#ui/Button.tsx'
import { Select } from '#ui/fields/choice-fields.tsx'
import { ALL, type ListAddress } from './data/use-list-address.ts'
import styles from './list.module.css'

/** Only where there is more than one page could hold (spec 1 §4). */
export function Pager({
  address,
  total,
}: {
  address: Pick<ListAddress, 'page' | 'size' | 'sizes'> & {
    change(part: Partial<Pick<ListAddress, 'page' | 'size'>>): void
  }
  total: number
}) {
  const { t } = useText()
  const words = useWords()
  const { size, sizes, change } = address
  if (total <= Math.min(...sizes)) return null
  const pages = Math.ceil(total / size)
  const page = Math.min(address.page, pages)
  const range = {
    from: words.number((page - 1) * size + 1),
    to: words.number(Math.min(page * size, total)),
    total: words.number(total),
  }
  return (
    <nav className={styles.pager} aria-label={t('engine.list.pages')}>
      <span className={styles.grow}>{t('engine.list.range', range)}</span>
      {sizes.length > 1 && (
        <span className={styles.sizes}>
          <span aria-hidden="true">{t('engine.list.rows')}</span>
          <Select
            size="dense"
            aria-label={t('engine.list.rows')}
            value={String(size)}
            choices={sizes.map((one) => ({
              value: String(one),
              label: one === ALL ? t('engine.list.allRows') : words.number(one),
            }))}
            onChange={(value) => change({ size: Number(value) })}
          />
        </span>
      )}
      <Button
        only
        size="dense"
        icon="chevron-left"
        disabled={page <= 1}
        onClick={() => change({ page: page - 1 })}
      >
        {t('engine.list.previous')}
      </Button>
      <span>{t('engine.list.page', { page: words.number(page), pages: words.number(pages) })}</span>
      <Button
        only
        size="dense"
        icon="chevron-right"
        disabled={page >= pages}
        onClick={() => change({ page: page + 1 })}
      >
        {t('engine.list.next')}
      </Button>
    </nav>
  )
}
