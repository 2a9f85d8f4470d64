import { Navigate, type RouteObject } from 'react-router'
import { heads } from '#data/house.ts'
import { useText } from '#i18n/useText.ts'
import type { ScreenHead } from '#lib/screen-head.ts'
import { buttonLook } from '#ui/Button.tsx'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { EmptyState } from '#ui/page/states.tsx'
import { Guard } from '../guard/Guard.tsx'
import { bareRoute } from '../public/public-router.ts'
import { Shell } from '../shell/Shell.tsx'
import { ScreenPage } from './ScreenPage.tsx'

/** A public screen is also found where its secret has left the address. */
const addressesOf = (screen: ScreenHead): string[] => [
  ...new Set([screen.route, ...(screen.access?.public ? [bareRoute(screen)] : [])]),
]

/** The address of an area leads to its first screen. */
export const entrances = (): RouteObject[] =>
  [...heads.values()].flatMap(({ entrance, route }) =>
    entrance === undefined ? [] : [{ path: entrance, element: <Navigate to={route} replace /> }],
  )

/**
 * What may be at an address: its screen, public ones lead a signed-in person back (rule 2). The router weighs whatever it
 * is given anew each time it is asked; all screens that there are it is given only where none is known to be there.
 */
export const routesAt = (path: string, screen: ScreenHead | undefined): RouteObject[] => [
  {
    element: <Shell />,
    children: [
      { index: true, element: <Guard screen={undefined} /> },
      ...(screen ? [screen] : path === '/' ? [] : [...heads.values()]).flatMap((screen) =>
        addressesOf(screen).map((path) => ({
          path,
          element: (
            <Guard screen={screen}>
              <ScreenPage head={screen} />
            </Guard>
          ),
        })),
      ),
      ...entrances(),
      { path: '*', element: <NotFound /> },
    ],
  },
]

function NotFound() {
  const { t } = useText()
  return (
    <>
      <title>{`${t('shell.notFound.title')} · ${t('shell.product')}`}</title>
      <PageHeader title={t('shell.notFound.title')} />
      <EmptyState
        icon="search"
        title={t('shell.notFound.lead')}
        action={
          <a href="/" {...buttonLook({ look: 'main' })}>
            {t('shell.notFound.home')}
          </a>
        }
      >
        <p>{t('shell.notFound.text')}</p>
      </EmptyState>
    </>
  )
}
