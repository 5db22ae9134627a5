package dev.assay.cli.port;

import dev.assay.core.error.AssayException;
import dev.assay.platform.submission.RepositoryPolicy;
import java.io.IOException;
import java.net.Proxy;
import java.net.URL;
import org.eclipse.jgit.transport.http.HttpConnection;
import org.eclipse.jgit.transport.http.HttpConnectionFactory;
import org.eclipse.jgit.transport.http.JDKHttpConnectionFactory;
import org.jspecify.annotations.Nullable;

/// Opens connections to hosts only that the policy allows. JGit asks anew for each redirection, so
/// none leads elsewhere.
final class GuardedConnections implements HttpConnectionFactory {
  private final HttpConnectionFactory real = new JDKHttpConnectionFactory();
  private final RepositoryPolicy policy;

  GuardedConnections(RepositoryPolicy policy) {
    this.policy = policy;
  }

  @Override
  public HttpConnection create(URL url) throws IOException {
    return create(url, null);
  }

  @Override
  public HttpConnection create(URL url, @Nullable Proxy proxy) throws IOException {
    try {
      policy.requireHost(url.getProtocol(), url.getHost());
    } catch (AssayException e) {
      throw new IOException(e.getMessage(), e);
    }
    return proxy == null ? real.create(url) : real.create(url, proxy);
  }
}
