import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { isMissing } from '../../lib/api/problem.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { NotFoundPage } from '../../ui/pages/error-pages.tsx';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { useModule } from '../modules/use-module.ts';
import { Review } from './review.tsx';

const route = getRouteApi('/$workspace/reviews/$module');

/** The page to review one module. */
export function ReviewPage() {
  const { module: id } = route.useParams();
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/reviews/$module' });
  const module = useModule(id);
  if (isMissing(module)) return <NotFoundPage />;
  return (
    <>
      {module.data === undefined && <PageHeader title="Review" above={<ToQueue />} />}
      <PageState query={module} what="the module">
        {(found) => (
          <Review
            key={found.id}
            module={found}
            above={<ToQueue />}
            search={search}
            onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
          />
        )}
      </PageState>
    </>
  );
}

function ToQueue() {
  const { workspace } = useWorkspace();
  return (
    <Breadcrumbs>
      <TextLink to="/$workspace/reviews" params={{ workspace: workspace.slug }}>
        Review
      </TextLink>
    </Breadcrumbs>
  );
}
