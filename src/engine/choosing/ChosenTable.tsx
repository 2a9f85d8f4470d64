import { useState } from 'react'
import { numberLimit, useEngine } from '#engine/engine.ts'
import { useText } from '#i18n/useText.ts'
import { useWords } from '#i18n/useWords.ts'
import { Button } from '#ui/Button.tsx'
import { Lamp } from '#ui/Tag.tsx'
import styles from './choosing.module.css'
import type { Choosing } from './use-chosen.ts'

/** Every gateway that was found, to leave single ones out. */
export function ChosenTable({ choosing: { found, left, turn } }: { choosing: Choosing }) {
  const { t } = useText()
  const words = useWords()
  const size = numberLimit(useEngine().definitions, 'bulkChosenPageSize')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  if (found.length === 0) return null
  const pages = Math.ceil(found.length / size)
  const page = Math.min(at, pages - 1)
  return (
    <div className={styles.chosen}>
      <Button
        size="dense"
        look="quiet"
        icon={open ? 'chevron-up' : 'chevron-down'}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t('choosing.showGateways')}
      </Button>
      {open && (
        <>
          <table>
            <thead>
              <tr>
                <td />
                <th scope="col">{t('choosing.columns.gateway')}</th>
                <th scope="col">{t('choosing.centre')}</th>
                <th scope="col">{t('choosing.columns.version')}</th>
              </tr>
            </thead>
            <tbody>
              {found.slice(page * size, (page + 1) * size).map((one) => (
                <tr key={one.serialNumber}>
                  <td>
                    <input
                      type="checkbox"
                      aria-label={one.name}
                      checked={!left.has(one.serialNumber)}
                      onChange={() => turn(one.serialNumber)}
                    />
                  </td>
                  <th scope="row">
                    <Lamp tone={one.connectionStatus === 'online' ? 'ok' : 'off'}>{one.name}</Lamp>
                    <code>{one.serialNumber}</code>
                  </th>
                  <td>{one.jioCenter?.jcName ?? '–'}</td>
                  <td>{one.currentFWVersion ?? '–'}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {pages > 1 && (
            <nav className={styles.pager} aria-label={t('choosing.pages')}>
              <Button
                only
                size="dense"
                icon="chevron-left"
                disabled={page === 0}
                onClick={() => setAt(page - 1)}
              >
                {t('choosing.previous')}
              </Button>
              <span>{t('choosing.page', { page: words.number(page + 1), pages: words.number(pages) })}</span>
              <Button
                only
                size="dense"
                icon="chevron-right"
                disabled={page + 1 >= pages}
                onClick={() => setAt(page + 1)}
              >
                {t('choosing.next')}
              </Button>
            </nav>
          )}
        </>
      )}
    </div>
  )
}
