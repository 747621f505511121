/** Instructions to point a profiler at a receiver: the code, with the receiver's address in it. */

export interface Recipe {
  readonly name: string;
  /** Where the code goes, and what to install. */
  readonly about: string;
  readonly code: string;
}

/** A valid address of a receiver: `http://host:port`, without the path that profilers add. */
export function readAddress(text: string): string | undefined {
  try {
    const url = new URL(text.trim());
    if ((url.protocol !== "http:" && url.protocol !== "https:") || /["'`\\\s$]/.test(text.trim())) return undefined;
    return url.href.replace(/\/+$/, "");
  } catch {
    return undefined;
  }
}

export const recipesFor = (address: string): readonly Recipe[] => [
  {
    name: "Go",
    about: "go get github.com/grafana/pyroscope-go, then in main:",
    code: `pyroscope.Start(pyroscope.Config{
	ApplicationName: "my-service",
	ServerAddress:   "${address}",
	Tags:            map[string]string{"region": "eu"},
})`,
  },
  {
    name: "Node",
    about: "npm install @pyroscope/nodejs, then before everything else:",
    code: `const Pyroscope = require("@pyroscope/nodejs");

Pyroscope.init({
  serverAddress: "${address}",
  appName: "my-service",
  tags: { region: "eu" },
});
Pyroscope.start();`,
  },
  {
    name: "Python",
    about: "pip install pyroscope-io, then:",
    code: `import pyroscope

pyroscope.configure(
    application_name="my-service",
    server_address="${address}",
    tags={"region": "eu"},
)`,
  },
  {
    name: "Java",
    about: "With pyroscope.jar of io.pyroscope:agent next to the program:",
    code: `export PYROSCOPE_APPLICATION_NAME=my-service
export PYROSCOPE_SERVER_ADDRESS=${address}
export PYROSCOPE_FORMAT=jfr
java -javaagent:pyroscope.jar -jar my-service.jar`,
  },
  {
    name: "Rust",
    about: 'In Cargo.toml: pyroscope = { version = "2", features = ["backend-pprof-rs"] }, then:',
    code: `use pyroscope::backend::{pprof_backend, BackendConfig, PprofConfig};
use pyroscope::pyroscope::PyroscopeAgentBuilder;

let agent = PyroscopeAgentBuilder::new(
    "${address}",
    "my-service",
    100,
    "pyroscope-rs",
    env!("CARGO_PKG_VERSION"),
    pprof_backend(PprofConfig::default(), BackendConfig::default()),
)
.build()?;
let running = agent.start()?;`,
  },
  {
    name: "Others",
    about: "Alloy collects from whatever it can scrape and forwards it:",
    code: `pyroscope.write "sluice" {
  endpoint {
    url = "${address}"
  }
}`,
  },
  {
    name: "One file",
    about: "An existing profile, by hand:",
    code: `curl --data-binary @cpu.pprof '${address}/ingest?name=my-service&format=pprof'`,
  },
];
