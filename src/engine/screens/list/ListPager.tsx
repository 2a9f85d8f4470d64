import { Pager } from '#engine/Pager.tsx'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Select } from '#ui/fields/choice-fields.tsx'
import { ALL, type ListAddress } from './data/use-list-address.ts'
import styles from './list.module.css'

/** Only where there is more than one page could hold (spec 1 §4). */
export function ListPager({
  address: { page, size, sizes, change },
  total,
}: {
  address: Pick<ListAddress, 'page' | 'size' | 'sizes' | 'change'>
  total: number
}) {
  const { t } = useText()
  const words = useWords()
  if (total <= Math.min(...sizes)) return null
  return (
    <Pager {...{ page, size, total }} className={styles.pager} onPage={(to) => change({ page: to })}>
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
    </Pager>
  )
}
