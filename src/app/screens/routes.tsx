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

/** One route per screen of the catalogue; public ones lead a signed-in person back (rule 2). */
export const routesNow = (): RouteObject[] => [
  {
    element: <Shell />,
    children: [
      { index: true, element: <Guard screen={undefined} /> },
      ...[...heads.values()].flatMap((screen) =>
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
